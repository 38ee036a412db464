import type { GaugeSource } from "#infra/metrics/register-gauge.ts";
import { parseDebateRoom } from "#infra/realtime/rooms.ts";
import type { ApiSocketServer } from "./create-socket-server.ts";

export const createSocketMetrics = (io: ApiSocketServer): GaugeSource[] => [
  {
    name: "debate_sockets",
    help: "Open sockets",
    labels: [],
    read: async () => [[{}, io.engine.clientsCount]],
  },
  {
    name: "debate_watchers",
    help: "Watchers of debates; a socket that watches two debates counts twice",
    labels: [],
    read: async () => {
      const rooms = [...io.of("/").adapter.rooms].filter(
        ([room]) => parseDebateRoom(room) !== null,
      );
      return [[{}, rooms.reduce((sum, [, sockets]) => sum + sockets.size, 0)]];
    },
  },
];
