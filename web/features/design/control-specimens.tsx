import { Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, ButtonLink } from "#web/components/ui/controls/button.tsx";
import {
  RadioCard,
  RadioGroup,
  RadioGroupLegend,
} from "#web/components/ui/controls/radio-card.tsx";
import { TopicTextArea } from "#web/components/debate/starting/topic-text-area.tsx";
import { Field, Input } from "#web/components/ui/controls/field.tsx";
import { NewPasswordField } from "#web/components/ui/controls/new-password-field.tsx";
import { PasswordField } from "#web/components/ui/controls/password-field.tsx";
import { SearchField } from "#web/components/ui/controls/search-field.tsx";
import { Select } from "#web/components/ui/controls/select.tsx";
import { SubmitButton } from "#web/components/ui/controls/submit-button.tsx";
import { Switch } from "#web/components/ui/controls/switch.tsx";
import { Tabs } from "#web/components/ui/page/tabs.tsx";
import { Row } from "#web/components/ui/content/typography.tsx";

const VARIANTS = ["solid", "outline", "ghost", "danger", "destroy"] as const;
const doNothing = () => {};

const TABS = { one: "Selected", two: "Other", three: "Disabled" };

const ExampleTabs = () => {
  const [tab, setTab] = useState<keyof typeof TABS>("one");
  return (
    <Tabs label="Tabs" tabs={TABS} selected={tab} onSelect={setTab} disabled={["three"]}>
      What the tab “{TABS[tab]}” shows.
    </Tabs>
  );
};

export const CONTROL_SPECIMENS: Record<string, ReactNode> = {
  "Button, by variant": (
    <Row>
      {VARIANTS.map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      ))}
      <Button size="icon" aria-label="Play">
        <Play size={16} />
      </Button>
    </Row>
  ),
  "Button, disabled, off, pressed, large": (
    <Row>
      {VARIANTS.map((variant) => (
        <Button key={variant} variant={variant} disabled>
          {variant}
        </Button>
      ))}
      <Button isOff>off</Button>
      <Button aria-pressed>pressed</Button>
      <Button size="lg">large</Button>
      <ButtonLink to="/">link</ButtonLink>
    </Row>
  ),
  SubmitButton: (
    <Row>
      <SubmitButton isPending={false} pendingLabel="Sending…">
        Send
      </SubmitButton>
      <SubmitButton isPending pendingLabel="Sending…">
        Send
      </SubmitButton>
    </Row>
  ),
  Field: (
    <Row css={{ alignItems: "start" }}>
      <Field label="Empty" error={undefined} hint="A hint.">
        {(entry) => <Input {...entry} placeholder="Placeholder" />}
      </Field>
      <Field label="Wrong" error="Invalid email address">
        {(entry) => <Input {...entry} defaultValue="no-address" />}
      </Field>
      <Field label="Long" error={undefined}>
        {(entry) => <TopicTextArea {...entry} rows={2} defaultValue="Several lines" />}
      </Field>
    </Row>
  ),
  "PasswordField, NewPasswordField": (
    <Row css={{ alignItems: "start" }}>
      <PasswordField label="Password" error={undefined} autoComplete="off" />
      <NewPasswordField label="New password" error={undefined} hint="At least 6 characters." />
    </Row>
  ),
  Choices: (
    <RadioGroup>
      <RadioGroupLegend>Choose one</RadioGroupLegend>
      <Row>
        <RadioCard name="design" label="Chosen" detail="With a detail." defaultChecked />
        <RadioCard name="design" label="Not chosen" detail="With a detail." />
        <RadioCard name="design" label="Disabled" detail="With the reason." disabled />
        <RadioCard name="design" label="Bare" />
      </Row>
    </RadioGroup>
  ),
  Switch: (
    <Row>
      <Switch label="On" detail="It is on." defaultChecked />
      <Switch label="Off" detail="It is off." />
    </Row>
  ),
  SearchEntry: <SearchField aria-label="Search" value="" onSearch={doNothing} />,
  Select: (
    <Row>
      <Select aria-label="Order">
        <option>Newest first</option>
        <option>Oldest first</option>
      </Select>
      <Select aria-label="Disabled" disabled>
        <option>Disabled</option>
      </Select>
    </Row>
  ),
  Tabs: <ExampleTabs />,
};
