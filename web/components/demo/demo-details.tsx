import type { ReactNode } from "react";
import type { SimulatedService } from "#shared/contract/config.ts";
import { useConfig } from "#web/lib/config.tsx";
import { styled } from "../theme/styled.tsx";

const Details = styled("div", {
  base: {
    display: "grid",
    gap: "3",
    p: "2",
    fontSize: "14",
    lineHeight: 1.45,
    "& ul": { display: "grid", gap: "2", ps: "4", listStyle: "disc" },
    "& a": { textDecoration: "underline" },
    "& code": { fontSize: "13" },
  },
});

const formatNames = new Intl.ListFormat("en-GB");

const useDescriptions = (): Record<SimulatedService, ReactNode> => {
  const config = useConfig();
  const names = config?.providers.filter(({ standIn }) => standIn).map(({ label }) => label) ?? [];
  return {
    models: `${formatNames.format(names)} ${names.length === 1 ? "is" : "are"} simulated. For the suggested topics you see debates that were written in advance, for other topics generated speeches.`,
    voice: "The voices come from a simple speech program on this server.",
    payments: "PayPal is simulated. No real money is charged.",
    email: (
      <>
        Emails do not leave this server.
        {config?.mailbox && (
          <>
            {" "}
            Read them in the{" "}
            <a href={config.mailbox} target="_blank" rel="noreferrer">
              demo mailbox
            </a>
            .
          </>
        )}
      </>
    ),
  };
};

/** What is simulated, and how to use the real services. */
const DemoDetails = () => {
  const simulated = useConfig()?.simulated ?? [];
  const descriptions = useDescriptions();
  return (
    <Details>
      <strong>Demo mode</strong>
      <ul>
        {simulated.map((service) => (
          <li key={service}>{descriptions[service]}</li>
        ))}
      </ul>
      <p>
        To use the real services, set their keys on the server, such as <code>OPENAI_API_KEY</code>.
        The file <code>README.md</code> explains it under “Real models”.
      </p>
    </Details>
  );
};

export default DemoDetails;
