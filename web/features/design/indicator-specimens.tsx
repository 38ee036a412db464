import type { ReactNode } from "react";
import { DEBATE_STATUSES } from "#shared/domain/debates/debate.ts";
import { MOODS } from "#shared/domain/debates/mood.ts";
import { PROVIDERS } from "#shared/domain/provider.ts";
import { ROLES } from "#shared/domain/debates/side.ts";
import { Badge } from "#web/components/ui/content/badge.tsx";
import { Caret } from "#web/components/ui/content/caret.tsx";
import { SpeakerNames } from "#web/components/debate/speaker-names.tsx";
import { JudgeInfo } from "#web/components/debate/judge-info.tsx";
import { ContactEmailLink } from "#web/components/ui/content/contact-email-link.tsx";
import { DateTime } from "#web/components/ui/content/date-time.tsx";
import { RobotFace } from "#web/components/debate/robot-face.tsx";
import { Skeleton } from "#web/components/ui/feedback/skeleton.tsx";
import { Spinner } from "#web/components/ui/feedback/spinner.tsx";
import { StatusBadge } from "#web/components/debate/status-badge.tsx";
import { Row } from "#web/components/ui/content/typography.tsx";
import { TimeAgo } from "#web/components/ui/content/time-ago.tsx";
import { ScoreShareBar } from "#web/components/debate/score-share-bar.tsx";

const FACE_SIZES = ["sm", "md", "lg", "xl", "huge"] as const;
const TONES = ["plain", "good", "waiting", "bad"] as const;
const SPINNER_SIZES = ["sm", "md", "lg"] as const;

export const INDICATOR_SPECIMENS: Record<string, ReactNode> = {
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
      <SpeakerNames debate={{ botAProvider: "openai", botBProvider: "claude" }} />
      <TimeAgo at="2025-03-27T12:00:00.000Z" />
      <DateTime at="2025-03-27T12:00:00.000Z" />
      <ContactEmailLink />
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
      <ScoreShareBar size="thick" scores={{ botA: 7, botB: 7 }} />
      <ScoreShareBar size="thick" scores={{ botA: 8.4, botB: 7.1 }} />
      <ScoreShareBar scores={{ botA: 6, botB: 8.5 }} />
      <ScoreShareBar scores={{ botA: 6, botB: null }} />
      <ScoreShareBar scores={{ botA: 4, botB: 1 }} isCount />
    </>
  ),
  JudgeLine: (
    <>
      {PROVIDERS.map((judge) => (
        <JudgeInfo key={judge} judge={judge} speakers={[]} />
      ))}
      <JudgeInfo judge="claude" speakers={["claude"]} />
      <JudgeInfo judge={null} speakers={[]} />
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
