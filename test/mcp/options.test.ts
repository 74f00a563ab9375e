// The options that a program gives to the two servers: what is missing has a default, what is wrong is refused by name.

import { createServer, type Server } from "node:net";
import { describe, expect, test } from "vitest";
import { serveMcpHttp, serveMcpStdio } from "../../src/mcp/lib.ts";
import { createAgentToolkit } from "../../src/toolkit.ts";
import { readJson } from "../support/bundle.ts";
import { post, toInitialize } from "../support/mcp.ts";
import { makeTree } from "../support/tree.ts";
import { type Place, withServer } from "./http_server.ts";

const workspaceRoot = makeTree(["file a.txt one"]);

/** As a program without types can call it. */
const untyped =
  (serve: (options: never) => Promise<unknown>) =>
  (options?: unknown): Promise<unknown> =>
    Reflect.apply(serve, undefined, [options]);

const serveHttp = untyped(serveMcpHttp);
const BOTH = [
  { name: "serveMcpStdio", serve: untyped(serveMcpStdio) },
  { name: "serveMcpHttp", serve: serveHttp },
];

const refusal = (message: string) => ({ name: "ToolError", kind: "BadArgs", code: "INVALID_ARGUMENT", message });

describe.each(BOTH)("$name", ({ serve }) => {
  test.each([[undefined], [null], ["."]])("refuses %j as its options", async (options) => {
    await expect(serve(options)).rejects.toMatchObject(refusal("options must be an object with a toolkit"));
  });

  test.each([[undefined], [null], ["/srv/work"], [{}], [{ tools: () => [] }], [{ tools: [], answer: () => {} }]])(
    "refuses %j as a toolkit, and does not repeat a path",
    async (toolkit) => {
      await expect(serve({ toolkit })).rejects.toMatchObject(
        refusal("toolkit must be an object that createAgentToolkit returned"),
      );
    },
  );

  test.each([
    [{ version: "" }, 'version must be a non-empty string, not ""'],
    [{ version: 2 }, "version must be a non-empty string, not 2"],
    [{ version: null }, "version must be a non-empty string, not null"],
    [{ log: "stderr" }, 'log must be a function, not "stderr"'],
    [{ verison: "2" }, "options.verison is unknown; did you mean version?"],
  ])("refuses %j", async (options, message) => {
    using toolkit = createAgentToolkit({ workspaceRoot });
    await expect(serve({ toolkit, ...options })).rejects.toMatchObject(refusal(message));
  });
});

test("serveMcpStdio refuses what only serveMcpHttp has", async () => {
  using toolkit = createAgentToolkit({ workspaceRoot });
  await expect(untyped(serveMcpStdio)({ toolkit, port: 0 })).rejects.toMatchObject(
    refusal("options.port is unknown; options can have toolkit, version, log, toolPrefix, answerLimit"),
  );
});

describe("serveMcpHttp", () => {
  const HOSTS = "allowedHosts must be an array of host names without scheme and port";
  const TOKEN = "token must be a string of at least 16 letters, digits or -._~+/";

  const PORT = "port must be a whole number from 0 to 65535";
  const BAD_HOSTS = [
    "example.com",
    [1],
    [""],
    ["a.example", "https://b.example"],
    ["example.com:8080"],
    ["[::1]:80"],
    ["a b"],
  ];

  test.each<[options: object, message: string]>([
    [{ host: 127 }, "host must be a string, not 127"],
    [{ tokens: "0123456789abcdef" }, "options.tokens is unknown; did you mean token?"],
    [{ port: "8080" }, `${PORT}, not "8080"`],
    ...[-1, 65_536, 80.5, Number.NaN, null].map((port): [object, string] => [{ port }, `${PORT}, not ${port}`]),
    ...[1_234_567_890_123_456, "secret", null].map((token): [object, string] => [{ token }, TOKEN]),
    ...BAD_HOSTS.map((allowedHosts): [object, string] => [{ allowedHosts }, HOSTS]),
  ])("refuses %j", async (options, message) => {
    using toolkit = createAgentToolkit({ workspaceRoot });
    await expect(serveHttp({ toolkit, ...options })).rejects.toMatchObject(refusal(message));
  });

  test("takes options that are undefined as not given, and tells clients the version of porthole", async () => {
    const none = { version: undefined, log: undefined, host: undefined, port: undefined, token: undefined };
    await withServer({ ...none, allowedHosts: undefined }, async (server) => {
      expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
      expect(await askServerInfo(server)).toEqual({ name: "porthole", version: readJson("package.json").version });
    });
  });

  test("takes names and addresses as further hosts, and a version", async () => {
    const allowedHosts = ["Tools.example", "192.0.2.7", "2001:db8::1", "[2001:db8::2]"];
    await withServer({ allowedHosts, version: "7.1" }, async (server) => {
      expect(await askServerInfo(server)).toEqual({ name: "porthole", version: "7.1" });
    });
  });
});

async function askServerInfo(place: Place) {
  return (await post(place, "legacy", "initialize", toInitialize(1).params)).message.result.serverInfo;
}

test("serveMcpHttp with a log that fails at the warning of an exposed host rejects, and does not listen", async () => {
  using toolkit = createAgentToolkit({ workspaceRoot });
  const listen = (port: number) =>
    new Promise<Server>((resolve, reject) => {
      const server: Server = createServer();
      server.once("error", reject).listen(port, "127.0.0.1", () => resolve(server));
    });
  const free = await listen(0);
  const address = free.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  await new Promise((resolve) => free.close(resolve));
  const log = () => {
    throw new Error("the log broke");
  };
  // The loopback, written so that it counts as exposed.
  await expect(serveMcpHttp({ toolkit, host: "127.1", port, log })).rejects.toThrow("the log broke");
  (await listen(port)).close();
});

test("serveMcpHttp takes the options as they are when it is called", async () => {
  using toolkit = createAgentToolkit({ workspaceRoot });
  const options = { toolkit, token: "the-first-token-of-the-two", log: () => {} };
  const first = serveMcpHttp(options);
  options.token = "another-token-for-the-next";
  const servers = await Promise.all([first, serveMcpHttp(options)]);
  expect(servers.map(({ token }) => token)).toEqual(["the-first-token-of-the-two", "another-token-for-the-next"]);
  await Promise.all(servers.map((server) => server.close()));
});
