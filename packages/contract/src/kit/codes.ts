import { z } from 'zod';

/** Channel kinds. 5, 13, 16 and 17 are fixed by the specification; the others are ours. */
export const Media = {
  voiceCall: 1,
  email: 2,
  sms: 3,
  whatsapp: 4,
  facebook: 5,
  liveChat: 6,
  instagram: 13,
  videoCall: 16,
  videoTiles: 17,
  roomVoice: 18,
  webForm: 19,
} as const;
export type MediaId = (typeof Media)[keyof typeof Media];
export const mediaId = z.literal(Object.values(Media));

/** What an agent is doing now. 6, 7, 11, 17 and 18 are fixed by the specification; the others are ours. */
export const Activity = {
  offline: 1,
  messagesOnly: 2,
  onBreak: 3,
  ready: 6,
  ringing: 7,
  inCall: 11,
  afterCallWork: 12,
  idleAfterCall: 17,
  inRoomCall: 18,
} as const;
export type ActivityId = (typeof Activity)[keyof typeof Activity];
export const activityId = z.literal([1, 2, 3, 6, 7, 11, 12, 17, 18]);

/** The activities that a user may choose; the others are set automatically. */
export const CHOOSABLE_ACTIVITIES = [
  Activity.ready,
  Activity.messagesOnly,
  Activity.onBreak,
  Activity.offline,
] as const;
/** Why somebody is in wrap-up: after a call, which counts as work, or after a missed call, which does not. */
export const ACTIVITY_CAUSES = ['wrap_up', 'missed_call'] as const;
/** How much longer wrap-up lasts when an agent extends it. */
export const WRAP_UP_EXTRA_SECONDS = 60;
/** An agent who types notes has this much of wrap-up left, given anew when less than half of it is. */
export const WRAP_UP_TYPING_SECONDS = 20;

/** The activities in which a waiting conversation may be offered. */
export const MESSAGE_READY_ACTIVITIES: readonly ActivityId[] = [
  Activity.ready,
  Activity.messagesOnly,
  Activity.idleAfterCall,
];

/** The media status of a call, with the numbers of the specification. */
export const MediaStatus = { answer: 7, connected: 9, unconnected: 10, answered: 31 } as const;

export const TICKET_STATUSES = ['open', 'pending', 'on_hold', 'solved', 'closed'] as const;
export const ticketStatus = z.enum(TICKET_STATUSES);
export type TicketStatus = z.infer<typeof ticketStatus>;

export const LANGUAGES = ['en', 'id'] as const;
export const language = z.enum(LANGUAGES);
export type Language = z.infer<typeof language>;

/** Levels of a skill: from 1 (basic) to 5 (fluent). */
export const PROFICIENCIES = [1, 2, 3, 4, 5] as const;
export const proficiency = z.literal([...PROFICIENCIES]);

/** The generic lists of the settings: see `lists.ts`. */
export const LIST_KINDS = [
  'types',
  'categories',
  'subcategories',
  'caller_types',
  'departments',
  'priorities',
  'templates',
  'office_hours',
  'holidays',
  'custom_fields',
  'macros',
  'automation',
  'skills',
  'break_reasons',
  'information_categories',
] as const;
export type ListKind = (typeof LIST_KINDS)[number];
