import type { ReactNode } from "react";
import { DEBATE_STATUSES } from "#shared/domain/debate.ts";
import { MOODS } from "#shared/domain/mood.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import { ROLES } from "#shared/domain/side.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { Caret } from "#web/components/ui/caret.tsx";
import { Corners } from "#web/components/debate/corners.tsx";
import { JudgeLine } from "#web/components/debate/judge-line.tsx";
import { MailLink } from "#web/components/ui/mail-link.tsx";
import { Moment } from "#web/components/ui/moment.tsx";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { Spinner } from "#web/components/ui/spinner.tsx";
import { StatusBadge } from "#web/components/debate/status-badge.tsx";
import { Row } from "#web/components/ui/text.tsx";
import { TimeAgo } from "#web/components/ui/time-ago.tsx";
import { TugBar } from "#web/components/debate/tug-bar.tsx";

const FACE_SIZES = ["sm", "md", "lg", "xl", "huge"] as const;
const TONES = ["plain", "good", "waiting", "bad"] as const;
const SPINNER_SIZES = ["sm", "md", "lg"] as const;

export const SIGNS: Record<string, ReactNode> = {
  StatusBadge: (
    <Row>
      {DEBATE_STATUSES.map((status) => (
        <StatusBadge key={status} status={status} />
      ))}
    </Row>
  ),
  "Badge, by tone": (
    <Row>
      {TONES.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
    </Row>
  ),
  "Corners, TimeAgo, Moment, MailLink": (
    <Row>
      <Corners debate={{ botAProvider: "openai", botBProvider: "claude" }} />
      <TimeAgo at="2025-03-27T12:00:00.000Z" />
      <Moment at="2025-03-27T12:00:00.000Z" />
      <MailLink />
    </Row>
  ),
  RobotFace: (
    <Row>
      {ROLES.map((side) => (
        <Row key={side}>
          {FACE_SIZES.map((size) => (
            <RobotFace key={size} side={side} size={size} />
          ))}
          {MOODS.map((mood) => (
            <RobotFace key={mood} side={side} size="xl" mood={mood} />
          ))}
        </Row>
      ))}
    </Row>
  ),
  Spinner: (
    <Row css={{ gap: "10" }}>
      {SPINNER_SIZES.map((size) => (
        <Spinner key={size} size={size} />
      ))}
      <Spinner size="lg" label="Loading debate..." />
    </Row>
  ),
  "TugBar: even, for, against, a side without a score, votes of 4 to 1": (
    <>
      <TugBar size="thick" scores={{ botA: 7, botB: 7 }} />
      <TugBar size="thick" scores={{ botA: 8.4, botB: 7.1 }} />
      <TugBar scores={{ botA: 6, botB: 8.5 }} />
      <TugBar scores={{ botA: 6, botB: null }} />
      <TugBar scores={{ botA: 4, botB: 1 }} isCount />
    </>
  ),
  JudgeLine: (
    <>
      {PROVIDERS.map((judge) => (
        <JudgeLine key={judge} judge={judge} speakers={[]} />
      ))}
      <JudgeLine judge="claude" speakers={["claude"]} />
      <JudgeLine judge={null} speakers={[]} />
    </>
  ),
  "Skeleton, Caret": (
    <>
      <Skeleton css={{ w: "20rem" }} />
      <p>
        The next word stands here
        <Caret />
      </p>
    </>
  ),
};
