import type { Measure } from "#infra/metrics/watch.ts";
import { debateOfRoom } from "#infra/realtime/rooms.ts";
import type { ApiSocketServer } from "./socket-server.ts";

export const socketMeasures = (io: ApiSocketServer): Measure[] => [
  {
    name: "debate_sockets",
    help: "Sockets that are open",
    labels: [],
    look: async () => [[{}, io.engine.clientsCount]],
  },
  {
    name: "debate_watchers",
    help: "Watchers of debates: a socket in two of them is two",
    labels: [],
    look: async () => {
      const rooms = [...io.of("/").adapter.rooms].filter(([room]) => debateOfRoom(room) !== null);
      return [[{}, rooms.reduce((sum, [, sockets]) => sum + sockets.size, 0)]];
    },
  },
];
