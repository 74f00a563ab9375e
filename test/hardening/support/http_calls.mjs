// Posts JSON over connections that are kept open, and calls the routes of the page as a browser does.
// @ts-check

import { Agent, request } from "node:http";
import { fromOutcome } from "./toolkit_calls.mjs";

/** @typedef {(path: string, body: object, headers?: Record<string, string>) => Promise<string>} Post */

/** @param {string} url @param {string} token @returns {Post} */
export function openPost(url, token) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  return (path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const text = JSON.stringify(body);
      const sent = request(new URL(path || url, url), {
        method: "POST",
        agent,
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          "content-length": Buffer.byteLength(text),
          ...headers,
        },
      });
      sent.on("error", reject).on("response", (response) => {
        let got = "";
        response.setEncoding("utf8").on("data", (chunk) => {
          got += chunk;
        });
        response.on("error", reject).on("end", () => resolve(got));
      });
      sent.end(text);
    });
}

const ROUTES = /** @type {Record<string, string>} */ ({ marks: "/page/list", explain: "/page/explain" });

/**
 * @param {Post} post with the page's own token
 * @param {"json" | "text"} format
 * @returns {import("./tally.mjs").Call}
 */
export function openPage(post, format) {
  return async ({ name, args }) => {
    const route = ROUTES[name];
    const wire = await post(route ?? "/page/call", route ? args : { name, arguments: args, format });
    const said = JSON.parse(wire);
    if (route) return fromOutcome(wire, said);
    return { wire, content: said.content, isError: said.is_error };
  };
}
