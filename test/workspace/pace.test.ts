import { expect, test } from "vitest";
import { Pace } from "../../src/workspace/pace.ts";
import { codeOf } from "../support/workspaces.ts";

test.each(["rest", "sleep"] as const)(
  "a signal that comes while the event loop has its turn is seen: %s",
  async (way) => {
    const controller = new AbortController();
    const pace = new Pace({ signal: controller.signal });
    const turn = way === "rest" ? pace.rest() : pace.sleep(1);
    controller.abort();
    expect(await codeOf(() => turn)).toBe("CANCELLED");
  },
);

test.each(["rest", "sleep"] as const)("a slice begins anew after a turn: %s", async (way) => {
  const pace = new Pace();
  while (!pace.isDue());
  await (way === "rest" ? pace.rest() : pace.sleep(1));
  expect(pace.isDue()).toBe(false);
});
