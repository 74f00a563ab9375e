// Finds what keeps an agent from the content of an entry: it is denied, or it is a link that is broken or leads outside.

import type { CallClock } from "../../disk/call_clock.ts";
import type { EntryKind } from "../../disk/types.ts";
import type { Denial, Denied } from "../../view/denied/patterns.ts";
import { findLead, type Lead, type LeadContext } from "../lead.ts";
import { describeDenial, describeLead } from "../rule_words.ts";
import type { MarkedPath } from "./types.ts";

/** The position of an entry: `path` as requested, `location` with the links on the way resolved. */
export interface EntryPlace {
  readonly path: string;
  readonly location: string;
  readonly kind: EntryKind;
}

export type Barrier = Pick<MarkedPath, "mark" | "rule">;

interface Looking {
  readonly denied: Denied;
  readonly clock: CallClock;
}

// 1 denied 2 outside 3 nowhere. Only links are looked at; for other entries the names decide.
export async function findBarrier(context: LeadContext, place: EntryPlace, looking: Looking): Promise<Barrier | null> {
  const { location, kind } = place;
  if (kind !== "symlink") return toDenied(findDenial(place, looking.denied));
  const denial = findDenial(place, looking.denied);
  if (denial !== null) return toDenied(denial);
  // A name that is not UTF-8 cannot be opened, so nothing is known about it.
  if (location.includes("\ufffd")) return null;
  if (looking.clock.isDue()) await looking.clock.rest();
  const lead = await findLead(context, location, { ...looking, passesDenied: false });
  return toDenied(lead.denied_by) ?? toWrongLead(lead);
}

/** By both names, as at the gate. */
function findDenial({ path, location, kind }: EntryPlace, denied: Denied): Denial | null {
  // Rules for directories may apply to the target of a link.
  const isDirectory = kind === "symlink" ? undefined : kind === "directory";
  return denied.find(location, isDirectory) ?? (path === location ? null : denied.find(path, isDirectory));
}

function toDenied(denial: Denial | null): Barrier | null {
  return denial === null ? null : { mark: "denied", rule: describeDenial(denial) };
}

function toWrongLead(lead: Lead): Barrier | null {
  const rule = describeLead(lead);
  if (rule === null) return null;
  const isOut = lead.place === "outside" || lead.outside_allowed_roots !== null;
  return { mark: isOut ? "outside" : "nowhere", rule };
}
