import { z } from 'zod';
import { id, idKey, option } from '../kit/shapes.ts';

/** What custom fields can be of. */
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

/** When an answer has to be there: never, from the beginning, or at the latest when a ticket is solved. */
export const FIELD_REQUIRED = ['never', 'create', 'solve'] as const;
export type FieldRequired = (typeof FIELD_REQUIRED)[number];

/** A field that an organisation has added to tickets or to customers. */
export const customField = z.object({
  id,
  name: z.string(),
  /** What stands for it in templates: `{{ticket.field.<key>}}`. */
  key: z.string(),
  entity: z.enum(FIELD_ENTITIES),
  kind: z.enum(FIELD_KINDS),
  /** Of a choice. One that is switched off stays where it was chosen and is offered no longer. */
  options: z.array(option),
  required: z.enum(FIELD_REQUIRED),
  /** Of tickets of these types, and of these categories; none fits all. */
  type_ids: z.array(id),
  category_ids: z.array(id),
  /** A column in lists to begin with. */
  in_list: z.boolean(),
  hint: z.string(),
  is_active: z.boolean(),
});
export type CustomField = z.infer<typeof customField>;

export const answer = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
/** Text; a number; `true` of a check; the ids of options; `2026-11-22` or a moment in UTC. */
export type Answer = z.infer<typeof answer>;

/** Answers by the id of their field. What is empty is not there. */
export const answers = z.record(z.string(), answer);
export type Answers = z.infer<typeof answers>;

/** Answers that are to change; null takes one away. */
export const answerChanges = z.record(idKey, answer.nullable());
export type AnswerChanges = z.infer<typeof answerChanges>;

/** The name under which an answer stands in a list of changes. */
export const answerField = z.custom<`field:${number}`>(
  (value) => typeof value === 'string' && /^field:\d{1,15}$/.test(value),
);
export type AnswerField = z.infer<typeof answerField>;
