import { z } from 'zod';
import { id, idKey, option } from '../kit/shapes.ts';

/** What can have custom fields. */
export const FIELD_ENTITIES = ['ticket', 'customer'] as const;
export type FieldEntity = (typeof FIELD_ENTITIES)[number];

export const FIELD_KINDS = [
  'line',
  'text',
  'number',
  'date',
  'date_time',
  'choice',
  'choices',
  'check',
  'link',
] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/** When an answer is required: never, from creation, or at the latest when a ticket is solved. */
export const FIELD_REQUIRED = ['never', 'create', 'solve'] as const;
export type FieldRequired = (typeof FIELD_REQUIRED)[number];

/** A field that an organisation has added to tickets or to customers. */
export const customField = z.object({
  id,
  name: z.string(),
  /** The name of its variable in templates: `{{ticket.field.<key>}}`. */
  key: z.string(),
  entity: z.enum(FIELD_ENTITIES),
  kind: z.enum(FIELD_KINDS),
  /** The options of a choice. Inactive ones stay in existing answers but cannot be chosen. */
  options: z.array(option),
  required: z.enum(FIELD_REQUIRED),
  /** The ticket types and categories that it applies to; empty: all. */
  type_ids: z.array(id),
  category_ids: z.array(id),
  /** Whether it is a column of lists by default. */
  in_list: z.boolean(),
  hint: z.string(),
  is_active: z.boolean(),
});
export type CustomField = z.infer<typeof customField>;

export const answer = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
/** Text; a number; `true` for a checkbox; ids of options; a date `2026-11-22`, or a moment in UTC. */
export type Answer = z.infer<typeof answer>;

/** Answers by field id. Empty ones are left out. */
export const answers = z.record(z.string(), answer);
export type Answers = z.infer<typeof answers>;

/** Answers to be changed; null removes one. */
export const answerChanges = z.record(idKey, answer.nullable());
export type AnswerChanges = z.infer<typeof answerChanges>;

/** The name of an answer in lists of changes. */
export const customFieldKey = z.custom<`field:${number}`>(
  (value) => typeof value === 'string' && /^field:\d{1,15}$/.test(value),
);
export type CustomFieldKey = z.infer<typeof customFieldKey>;
