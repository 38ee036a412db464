import { setTimeout as pause } from "node:timers/promises";
import type { SoakHistory } from "./soak-history.ts";
import type { SimulatedPage } from "./simulated-page.ts";
import type { ProcessSlot, SoakStack } from "./soak-stack.ts";
import { WIRE_FAULTS } from "./wire-faults.ts";

type RandomBelow = (n: number) => number;
type InjectFault = () => Promise<void>;

const PROVIDER_FAULTS = [
  { kind: "turn", effect: "cut", after: 10 },
  { kind: "turn", effect: "reset", after: 20 },
  { kind: "turn", effect: "error", after: 15 },
  { kind: "turn", effect: "malformed", after: 5 },
  { kind: "turn", effect: "status", status: 429, retryAfter: 1 },
  { kind: "turn", effect: "refuse" },
  { kind: "judge", effect: "not-json", times: 2 },
  { kind: "judge", effect: "foreign-quote" },
  { kind: "judge", effect: "status", status: 500 },
  { kind: "speech", effect: "corrupt" },
  { kind: "speech", effect: "status", status: 500 },
] as const;

const PAYMENT_FAULTS = [
  { at: "capture", effect: "drop" },
  { at: "capture", effect: "unreached" },
  { at: "capture", effect: "pending" },
  { at: "capture", effect: "decline" },
  { at: "create", effect: "drop" },
  { at: "read", effect: "status" },
  { at: "webhook", effect: "lose" },
  { at: "webhook", effect: "twice" },
] as const;

/** Describes the violation that a process has exited although the injector has not killed it. */
export const describeUnexpectedExit = ({ name }: ProcessSlot): string => `${name} exited by itself`;

/** Restarts a killed process. Tries again while the database is down. */
const restartProcess = async (place: ProcessSlot): Promise<void> => {
  while (place.isEmpty) await place.fill().catch(() => pause(300));
};

/** Ends all faults and restarts killed processes. */
export const healAll = async ({ slots, stack }: SoakStack): Promise<void> => {
  for (const { process } of slots) process.thaw();
  await Promise.all(slots.map(restartProcess));
  await stack.fakes.clearFaults();
};

export interface SoakFaultInjector {
  /** Injects a random fault. Most faults end after a while. */
  injectFault(pages: readonly SimulatedPage[]): Promise<void>;
}

export const createSoakFaultInjector = (
  { slots, proxy, backend, stack }: SoakStack,
  random: RandomBelow,
  history: SoakHistory,
): SoakFaultInjector => {
  const pickSlot = () => slots[random(slots.length)];
  const kill = async () => {
    const place = pickSlot();
    if (!place || place.isEmpty) return;
    if (!place.process.isRunning()) return history.violate(describeUnexpectedExit(place));
    place.isEmpty = true;
    const signal = random(4) > 0 ? "SIGKILL" : "SIGTERM";
    history.note(`FAULT ${place.name}: ${signal}`);
    const code = await place.process.kill(signal);
    if (signal === "SIGTERM" && code !== 0)
      history.violate(`${place.name} exited with ${code} after SIGTERM`);
    await pause(random(2000));
    await restartProcess(place);
  };
  const freeze = async () => {
    const place = pickSlot();
    const ms = 500 + random(5500);
    history.note(`FAULT ${place?.name} is frozen for ${ms} ms`);
    place?.process.freeze();
    if (backend.redis && random(3) === 0) {
      await pause(ms / 2);
      history.note("FAULT Redis is emptied meanwhile");
      await backend.redis.flush();
    }
    await pause(ms);
    place?.process.thaw();
    history.note(`${place?.name} continues`);
  };
  const cut = async () => {
    const ms = 200 + random(4000);
    history.note(`FAULT the database is down for ${ms} ms`);
    await proxy.cut();
    await pause(ms);
    await proxy.mend();
    history.note("the database is up again");
  };
  const terminate = async () => {
    history.note("FAULT all connections to the database are terminated");
    await backend.database.terminateConnections();
  };
  const flush = async () => {
    history.note("FAULT Redis is emptied");
    await backend.redis?.flush();
  };
  const restart = async () => {
    const ms = random(3000);
    history.note(`FAULT Redis is down for ${ms} ms`);
    await backend.redis?.stop();
    await pause(ms);
    await backend.redis?.restart();
    history.note("Redis is up again");
  };
  const provider = async () => {
    const fault = PROVIDER_FAULTS[random(PROVIDER_FAULTS.length)];
    history.note(`FAULT ${JSON.stringify(fault)}`);
    if (fault) await stack.fakes.fault(fault);
  };
  const wire = async () => {
    const fault = WIRE_FAULTS[random(WIRE_FAULTS.length)];
    history.note(`FAULT ${JSON.stringify(fault)}`);
    if (fault) await stack.fakes.fault(fault);
  };
  const payment = async () => {
    const fault = PAYMENT_FAULTS[random(PAYMENT_FAULTS.length)];
    history.note(`FAULT ${JSON.stringify(fault)}`);
    if (fault) await stack.fakes.paypal.fault(fault);
  };
  return {
    async injectFault(pages) {
      const drop = async () => {
        const dropped = pages.filter(() => random(2) === 0);
        history.note(`FAULT connections cut: ${dropped.map(({ name }) => name).join(", ")}`);
        for (const page of dropped) page.drop();
      };
      const flood = async () => {
        history.note("FAULT a flood of joins");
        pages[random(pages.length)]?.flood(500);
      };
      const redis: InjectFault[] = backend.redis ? [flush, restart] : [];
      const all = [
        kill,
        kill,
        freeze,
        cut,
        terminate,
        drop,
        flood,
        provider,
        provider,
        provider,
        wire,
        wire,
        wire,
        payment,
        ...redis,
      ];
      await all[random(all.length)]?.();
    },
  };
};
