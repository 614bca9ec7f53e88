import { z } from 'zod';
import { CHANNEL_TRAITS } from '../conversations/channel-traits.ts';
import { Activity, activityId, mediaId } from '../kit/codes.ts';
import { endpoint } from '../kit/endpoint.ts';
import { LIMITS } from '../kit/limits.ts';
import { okResponse, id, idText, line, timestamp } from '../kit/shapes.ts';
import { WALL_TILES, type WallTile } from './walls.ts';

/**
 * What a rule watches:
 * - `waiting`: the number of waiting callers and messages
 * - `oldest`: the longest wait
 * - `abandonment`, `service_level`: of the calls of this half hour
 * - `activity`: how long an agent has been in one activity
 * - `break`: how far a break exceeds the limit of its reason
 * - `sla`: tickets whose next target is due within some minutes
 * - `channel`: accounts, mailboxes and gateways that do not work
 */
export const ALERT_KINDS = [
  'waiting',
  'oldest',
  'abandonment',
  'service_level',
  'activity',
  'break',
  'sla',
  'channel',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

export const ALERT_LEVELS = ['warn', 'alarm'] as const;
export type AlertLevel = (typeof ALERT_LEVELS)[number];

/** How an alert is announced, besides in the lists of alerts. */
export const ALERT_ANNOUNCEMENTS = ['tile', 'sound', 'notification', 'mail', 'webhook'] as const;
export type AlertAnnouncement = (typeof ALERT_ANNOUNCEMENTS)[number];

export const ALERT_NAME_MAX = 60;
export const ALERT_HOLD_MAX_SECONDS = 3600;
export const ALERT_MINUTES_MAX = 240;
export const ALERT_MAILS_MAX = 20;
export const ALERT_RULES_MAX = 200;
/** More than any sensible number of seconds or customers. */
const VALUE_MAX = 1_000_000;

type AlertFilterName = 'department_id' | 'media_id' | 'queue' | 'user_activity_id' | 'minutes';
type KindTraits = {
  unit: 'count' | 'seconds' | 'percent';
  /** Low values are bad. */
  isInverse: boolean;
  /** The scope fields that a rule of this kind can have; the others stay empty. */
  narrowing: readonly AlertFilterName[];
};

const of = (unit: KindTraits['unit'], narrowing: readonly AlertFilterName[]): KindTraits => ({
  unit,
  isInverse: false,
  narrowing,
});
export const ALERT_TRAITS: Record<AlertKind, KindTraits> = {
  waiting: of('count', ['department_id', 'media_id', 'queue']),
  oldest: of('seconds', ['department_id', 'media_id', 'queue']),
  abandonment: of('percent', ['department_id', 'media_id']),
  service_level: { ...of('percent', ['department_id', 'media_id']), isInverse: true },
  activity: of('seconds', ['department_id', 'user_activity_id']),
  break: of('seconds', ['department_id']),
  sla: of('count', ['department_id', 'media_id', 'minutes']),
  channel: of('count', ['department_id', 'media_id']),
};

const scope = {
  kind: z.enum(ALERT_KINDS),
  /** Null: all departments. */
  department_id: id.nullable(),
  media_id: mediaId.nullable(),
  /** A telephone queue, by name. */
  queue: line(LIMITS.name).nullable(),
  user_activity_id: activityId.nullable(),
};
const value = z.number().int().min(0).max(VALUE_MAX);

const ruleFields = z.strictObject({
  name: line(ALERT_NAME_MAX),
  ...scope,
  minutes: z.number().int().min(1).max(ALERT_MINUTES_MAX).nullable(),
  /** Reached at this value or above; of a service level, below it. One of the two may be left out. */
  warn_at: value.nullable(),
  alarm_at: value.nullable(),
  /** How far the value must go back from the threshold for the alert to end. */
  margin: z.number().int().min(1).max(VALUE_MAX),
  /** How long it must last before the alert is raised. */
  hold_seconds: z.number().int().min(0).max(ALERT_HOLD_MAX_SECONDS),
  tells: z.array(z.enum(ALERT_ANNOUNCEMENTS)).max(ALERT_ANNOUNCEMENTS.length),
  /** The users who get a mail. */
  mail_to: z.array(id).max(ALERT_MAILS_MAX),
  is_active: z.boolean(),
});
export type AlertRuleFields = z.infer<typeof ruleFields>;

const alertRule = z.object({ id, ...ruleFields.shape, changed_at: timestamp });
export type AlertRule = z.infer<typeof alertRule>;

const FAULTS = {
  narrowing: 'A rule of this kind knows none',
  needed: 'A rule of this kind needs it',
  no_value: 'One of the two values is needed',
  order: 'The alarm must be worse than the warning',
  percent: 'At most 100 %',
  margin: 'It would never end',
  mail_to: 'Nobody is chosen',
} as const;
export type AlertRuleFault = { path: keyof AlertRuleFields; fault: keyof typeof FAULTS; message: string };

/** What is wrong with a rule as a whole; used by the form and the server. Pure. */
export function alertRuleFaults(rule: AlertRuleFields): AlertRuleFault[] {
  const { narrowing } = ALERT_TRAITS[rule.kind];
  const found: [keyof AlertRuleFields, keyof typeof FAULTS][] = [];
  for (const field of ['department_id', 'media_id', 'queue', 'user_activity_id', 'minutes'] as const)
    if (rule[field] !== null && !narrowing.includes(field)) found.push([field, 'narrowing']);
  for (const field of ['user_activity_id', 'minutes'] as const)
    if (rule[field] === null && narrowing.includes(field)) found.push([field, 'needed']);
  found.push(...valueFaults(rule));
  if (rule.tells.includes('mail') && rule.mail_to.length === 0) found.push(['mail_to', 'mail_to']);
  return found.map(([path, fault]) => ({ path, fault, message: FAULTS[fault] }));
}

function valueFaults(rule: AlertRuleFields): [keyof AlertRuleFields, keyof typeof FAULTS][] {
  const { kind, warn_at: warn, alarm_at: alarm, margin } = rule;
  const { unit, isInverse } = ALERT_TRAITS[kind];
  const values = [warn, alarm].filter((one) => one !== null);
  if (values.length === 0) return [['warn_at', 'no_value']];
  const highest = unit === 'percent' ? 100 : VALUE_MAX;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (most > highest) return [['warn_at', 'percent']];
  const isInOrder = warn === null || alarm === null || (isInverse ? alarm < warn : alarm > warn);
  if (!isInOrder) return [['alarm_at', 'order']];
  const canEnd = isInverse ? most + margin <= highest : least >= margin;
  return canEnd ? [] : [['margin', 'margin']];
}

export const floorAlert = z.object({
  id,
  /** Null: the rule was deleted. */
  rule_id: id.nullable(),
  name: z.string(),
  ...scope,
  queue: z.string().nullable(),
  /** The current level; of an alert that is over, the worst. */
  level: z.enum(ALERT_LEVELS),
  /** The value when it reached this level. */
  value: z.number().int(),
  /** When the condition began, before it had lasted long enough. */
  since: timestamp,
  told_at: timestamp,
  ended_at: timestamp.nullable(),
  acknowledged_at: timestamp.nullable(),
  acknowledged_by: z.object({ id, name: z.string() }).nullable(),
  tells: z.array(z.enum(ALERT_ANNOUNCEMENTS)),
});
export type FloorAlert = z.infer<typeof floorAlert>;

/** The figures of the board and of wall screens that a rule's alerts colour. Pure. */
export function tilesOfAlert({
  kind,
  media_id: media,
  queue,
  user_activity_id: activity,
}: Pick<FloorAlert, 'kind' | 'media_id' | 'queue' | 'user_activity_id'>): readonly WallTile[] {
  const isVoice = media === null ? null : CHANNEL_TRAITS[media].isVoice;
  const both = (calls: WallTile, messages: WallTile): WallTile[] => [
    ...(isVoice === false ? [] : [calls]),
    ...(isVoice === true || queue !== null ? [] : [messages]),
  ];
  switch (kind) {
    case 'waiting':
      return both('callers', 'messages');
    case 'oldest':
      return both('longest', 'oldest');
    case 'abandonment':
    case 'service_level':
      return ['level'];
    case 'break':
      return ['on_break'];
    case 'activity':
      return WALL_TILES.filter((tile) => activity !== null && TILE_ACTIVITIES[tile]?.includes(activity));
    default:
      return [];
  }
}

/**
 * The worst level of the alerts that colour this figure. Pure.
 * @param isEmpty whether nobody waits in it: an alert about who waits is then about the other figures
 */
export function alertLevelOfTile(
  alerts: readonly Pick<FloorAlert, 'kind' | 'media_id' | 'queue' | 'user_activity_id' | 'level' | 'tells'>[],
  tile: WallTile,
  isEmpty: boolean,
): AlertLevel | null {
  const own = alerts.filter(
    (alert) =>
      alert.tells.includes('tile') &&
      tilesOfAlert(alert).includes(tile) &&
      !(isEmpty && WAITING_KINDS.includes(alert.kind)),
  );
  return own.some(({ level }) => level === 'alarm') ? 'alarm' : (own[0]?.level ?? null);
}

const WAITING_KINDS: readonly AlertKind[] = ['waiting', 'oldest'];
const TILE_ACTIVITIES: Partial<Record<WallTile, readonly number[]>> = {
  ready: [Activity.ready],
  in_call: [Activity.ringing, Activity.inCall, Activity.inRoomCall],
  on_break: [Activity.onBreak],
};

/** The alerts that are on, sent to subscribers of `alerts`: at first, and on every change. */
export const floorAlertSignals = { 'floor-alerts': z.object({ at: timestamp, alerts: z.array(floorAlert) }) };

const byId = z.object({ id: idText });
const rules =
  'Figures do not depend on who created the rule; a role that does not see all departments can create rules only for departments that it sees.';

export const listAlertRules = endpoint({
  method: 'GET',
  path: '/api/monitoring/alert-rules',
  permission: 'MONITORING:CONTROL',
  keys: false,
  summary: 'The alert rules of departments that you see.',
  response: z.object({
    data: z.array(alertRule),
    /** Whether outgoing mail is configured. */
    can_mail: z.boolean(),
  }),
});

export const createAlertRule = endpoint({
  method: 'POST',
  path: '/api/monitoring/alert-rules',
  permission: 'MONITORING:CONTROL',
  keys: false,
  summary: `Create an alert rule, for a figure of monitoring that passes a threshold. ${rules}`,
  body: ruleFields,
  response: z.object({ data: alertRule }),
});

export const updateAlertRule = endpoint({
  method: 'PUT',
  path: '/api/monitoring/alert-rules/:id',
  permission: 'MONITORING:CONTROL',
  keys: false,
  summary: `Change an alert rule. If it now watches something else, its alert ends. ${rules}`,
  params: byId,
  body: ruleFields,
  response: z.object({ data: alertRule }),
});

export const removeAlertRule = endpoint({
  method: 'DELETE',
  path: '/api/monitoring/alert-rules/:id',
  permission: 'MONITORING:CONTROL',
  keys: false,
  summary: 'Delete an alert rule; its alert ends.',
  params: byId,
  response: okResponse,
});

export const listFloorAlerts = endpoint({
  method: 'GET',
  path: '/api/monitoring/alerts',
  permission: 'MONITORING:VIEW',
  summary: 'Monitoring alerts, current and past, newest first.',
  query: z.object({
    before: idText.optional(),
    limit: z.coerce.number().int().min(1).max(LIMITS.pageSize).default(50),
  }),
  response: z.object({ data: z.array(floorAlert), has_more: z.boolean() }),
});

export const acknowledgeAlert = endpoint({
  method: 'POST',
  path: '/api/monitoring/alerts/:id/acknowledge',
  permission: 'MONITORING:CONTROL',
  keys: false,
  summary: 'Acknowledge an alert: it stops making a sound. The first to acknowledge it is kept.',
  params: byId,
  body: z.strictObject({}),
  response: z.object({ data: floorAlert }),
});
