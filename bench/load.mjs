// The load that one HTTP server takes: waves of a thousand calls at once, or clients that come, think, cancel and vanish for as long as it is told.
// Run: npm run bench:load, npm run bench:load -- --clients 1000 --minutes 10
// @ts-check

import { readFlags, readNumber, refuse } from "../test/hardening/support/flags.mjs";
import { runClients } from "./load/clients.mjs";
import { runWaves } from "./load/waves.mjs";

const HELP = `npm run bench:load -- [options]

Without options: 1,000 calls at once on one HTTP server, wave after wave, then small reads beside a large walk.
With --clients: so many clients, each with a connection of its own and pauses between its calls of all tools and resources. Some cancel calls, some
vanish in the middle of a request, and a third as many connections without a token stay idle. A probe reads a small file, first alone, then
under load. Ends with 1 if a call is not answered, a place for a call is lost, or a descriptor stays open. No time fails it.

  --clients N   1 to 10000
  --minutes N   how long, 0.1 to 1440 (default 10)
  --busy N      the share of the most calls per second that the clients make, 0.05 to 1 (default 0.5)
  --help        this text
`;

const flags = readFlags(HELP, ["clients", "minutes", "busy"]);
if (flags.clients === undefined && (flags.minutes ?? flags.busy) !== undefined)
  refuse("--minutes and --busy need --clients; see --help");
if (flags.clients === undefined) await runWaves();
else {
  const clients = readNumber("--clients", flags.clients, { least: 1, most: 10_000, isWhole: true });
  const minutes = readNumber("--minutes", flags.minutes ?? "10", { least: 0.1, most: 1440 });
  const busy = readNumber("--busy", flags.busy ?? "0.5", { least: 0.05, most: 1 });
  process.exitCode = (await runClients({ clients, minutes, busy })) ? 0 : 1;
}
