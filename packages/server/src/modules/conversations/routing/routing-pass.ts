import type { ActivityId, MediaId } from '@trunkline/contract';
import { MESSAGE_READY_ACTIVITIES } from '@trunkline/contract';
import type { Query } from '#platform/db';
import type { Agents } from '#modules/agents';
import type { Settings } from '#modules/settings';
import type { Channel } from '../channel.ts';
import * as queue from './queue-store.ts';
import type { WaitingRow } from './queue-store.ts';
import { FULL_CAPACITY, type RoutingCandidate, type RequiredSkill } from './candidate-pool.ts';
import {
  createRoutingPass,
  agentLoadOf,
  type RoutingOffer,
  type RoutingRules,
  type WaitingConversation,
} from './routing.ts';

/** Media that are offered in the same way: messages, and each kind of call. */
export type RoutedKind = { ring: Channel['ring']; mediaIds: readonly MediaId[] };
type Deps = { settings: Settings; agents: Agents };
type Skill = Awaited<ReturnType<Settings['routing']['skills']>>[number];
type Overflow = Awaited<ReturnType<Settings['routing']['overflows']>>[number];

/** The queue is read in pages, so that conversations nobody can take do not hide those behind them. */
const PAGE = 500;
const DAY_MS = 86_400_000;

export const mediaIdsOf = (kinds: readonly RoutedKind[]): MediaId[] =>
  kinds.flatMap(({ mediaIds }) => mediaIds);

/** The routing settings for these kinds. */
export async function readRoutingRules(settings: Settings, kinds: readonly RoutedKind[], now: Date) {
  const { offer_seconds: offerSeconds, routing } = await settings.config();
  const filling = new Set(kinds.flatMap(({ ring, mediaIds }) => (ring ? mediaIds : [])));
  const weights = new Map<MediaId, number>(routing.weights.map((each) => [each.media_id, each.weight]));
  const rules: RoutingRules = {
    relaxationStepMs: routing.ring_seconds * 1000,
    retryAfterMs: offerSeconds * 2000,
    weightOf: (mediaId) => (filling.has(mediaId) ? FULL_CAPACITY : (weights.get(mediaId) ?? 1)),
  };
  const queueRules = {
    prioritySeconds: routing.priority_seconds,
    // Zero days means never: no conversation began after now.
    returnedSince: new Date(now.getTime() - routing.return_days * DAY_MS),
  };
  return { rules, queueRules, offerSeconds };
}

type PlannedOffer = { row: WaitingRow; userId: number };

/** Reads the queue and the agents and returns the offers to make now. Call with the routing lock held. */
export async function findOffers(
  q: Query,
  { settings, agents }: Deps,
  { kinds, now, except }: { kinds: readonly RoutedKind[]; now: Date; except: ReadonlySet<number> },
): Promise<{ offers: PlannedOffer[]; nextAt: number | null }> {
  const mediaIds = mediaIdsOf(kinds);
  const departmentIds = await queue.listWaitingDepartments(q, mediaIds);
  if (departmentIds.length === 0) return { offers: [], nextAt: null };
  const { rules, queueRules } = await readRoutingRules(settings, kinds, now);
  const overflows = await settings.routing.overflows(q);
  const helping = overflows.flatMap(({ id, to }) => (departmentIds.includes(id) ? [to] : []));
  const asked = [...new Set([...departmentIds, ...helping])];
  const candidates = await listCandidates(q, agents, { kinds, rules, departmentIds: asked });
  const pass = createRoutingPass(candidates, rules, now.getTime());
  const skills = await settings.routing.skills(q);
  const offers: PlannedOffer[] = [];
  let nextAt: number | null = null;
  let after: WaitingRow | undefined;
  while (pass.hasRoom()) {
    const where = { departmentIds, mediaIds };
    const rows = await queue.listWaiting(q, where, queueRules, { after, limit: PAGE });
    const offered = rows.filter(({ id }) => !except.has(id));
    const page = pass.decide(offered.map((row) => toWaiting(row, skills, overflows)));
    offers.push(...page.offers.flatMap((offer) => withRow(offer, rows)));
    if (page.nextAt !== null) nextAt = Math.min(nextAt ?? page.nextAt, page.nextAt);
    after = rows.at(-1);
    if (rows.length < PAGE) break;
  }
  return { offers, nextAt };
}

function withRow({ conversationId, userId }: RoutingOffer, rows: readonly WaitingRow[]): PlannedOffer[] {
  const row = rows.find(({ id }) => id === conversationId);
  return row ? [{ row, userId }] : [];
}

/** The agents who are online, with the media they take now and their present load. */
async function listCandidates(
  q: Query,
  agents: Agents,
  {
    kinds,
    rules,
    departmentIds,
  }: { kinds: readonly RoutedKind[]; rules: RoutingRules; departmentIds: readonly number[] },
): Promise<RoutingCandidate[]> {
  const activities = new Set(kinds.flatMap((kind) => activitiesOf(kind)));
  const there = await agents.listConnected(q, [...activities], departmentIds);
  const ids = there.map(({ id }) => id);
  const loads = await queue.listAgentLoads(q, ids, mediaIdsOf(kinds.filter(({ ring }) => !ring)));
  const busy = new Set<number>();
  for (const { ring } of kinds) for (const id of (await ring?.busy(q, ids)) ?? []) busy.add(id);
  return there.map((agent) => ({
    ...agentLoadOf(loads.get(agent.id) ?? new Map(), rules.weightOf),
    id: agent.id,
    departmentIds: agent.department_ids,
    mediaIds: new Set(
      mediaIdsOf(kinds.filter((kind) => activitiesOf(kind).includes(agent.user_activity_id))),
    ),
    skills: new Map(agent.skills.map((skill) => [skill.skill_id, skill.proficiency])),
    idleSince: Date.parse(agent.idle_since),
    capacity: agent.chat_capacity,
    isFilled: busy.has(agent.id),
  }));
}

const activitiesOf = ({ ring }: RoutedKind): readonly ActivityId[] =>
  ring?.activities ?? MESSAGE_READY_ACTIVITIES;

function toWaiting(
  row: WaitingRow,
  skills: readonly Skill[],
  overflows: readonly Overflow[],
): WaitingConversation {
  const overflow = overflows.find(({ id }) => id === row.department_id);
  return {
    id: row.id,
    mediaId: row.media_id,
    departmentId: row.department_id,
    since: Date.parse(row.waiting_since),
    place: row.place,
    needs: needsOf(row, skills),
    overflow: overflow ? { departmentId: overflow.to, afterMs: overflow.seconds * 1000 } : null,
    passedOver: row.passed_over,
    letGoAt: row.let_go_at === null ? null : Date.parse(row.let_go_at),
    asksOnce: row.asks_once,
    knownTo: row.assignee_id,
    lastAgent: row.last_agent,
  };
}

/** The skills a conversation requires: the customer's language in any department, the account's skills only in its own. */
function needsOf(
  row: Pick<WaitingRow, 'department_id' | 'account_department_id' | 'channel_account_id' | 'language'>,
  skills: readonly Skill[],
): RequiredSkill[] {
  const isAtHome = row.department_id === row.account_department_id;
  return skills.flatMap(({ id, least, language, account_ids: accounts }) =>
    language === row.language || (isAtHome && accounts.includes(row.channel_account_id))
      ? [{ skillId: id, least }]
      : [],
  );
}
