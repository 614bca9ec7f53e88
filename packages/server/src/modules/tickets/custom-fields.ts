import {
  isFieldOfTicket,
  isCustomFieldKey,
  missingFields,
  type CustomFieldKey,
  type TicketFilter,
  type Answer,
  type AnswerChanges,
  type Answers,
  type CustomField,
  type Ticket,
} from '@trunkline/contract';
import { allows, type Viewer } from '#platform/access';
import type { Query } from '#platform/db';
import { changedAnswers, demandAnswers, type Settings } from '#modules/settings';

type TicketKind = Pick<Ticket, 'type_id' | 'category_id'>;
type AnsweredTicket = TicketKind & Pick<Ticket, 'fields'>;
type Patch = { [K in keyof TicketKind]?: TicketKind[K] | undefined } & { fields?: AnswerChanges | undefined };

const isDone = ({ status }: Pick<Ticket, 'status'>): boolean => status === 'solved' || status === 'closed';
const fieldsOf = (fields: readonly CustomField[], place: TicketKind): CustomField[] =>
  fields.filter((field) => isFieldOfTicket(field, place));

/** The custom fields of tickets: allowed and required answers. */
export function createTicketFields({ customFields }: Pick<Settings, 'customFields'>): TicketFields {
  async function changed(q: Query, before: Ticket, { fields: changes, ...moved }: Patch): Promise<Answers> {
    if (!changes || Object.keys(changes).length === 0) return before.fields;
    const { type_id = before.type_id, category_id = before.category_id } = moved;
    return changedAnswers({
      fields: await customFields.hold(q, 'ticket'),
      before: before.fields,
      changes,
      isHere: (field) => isFieldOfTicket(field, { type_id, category_id }),
      when: isDone(before) ? 'solve' : 'create',
    });
  }

  return {
    ...inLists(customFields),
    ...inBulk(customFields),
    ...inSolving(customFields, changed),

    changed,

    async ofNew(q, { fields: changes = {}, type_id = null, category_id = null }) {
      const place = { type_id, category_id };
      const fields = await customFields.hold(q, 'ticket');
      const isHere = (field: CustomField) => isFieldOfTicket(field, place);
      const answers = changedAnswers({ fields, before: {}, changes, isHere, when: 'create' });
      demandAnswers(fieldsOf(fields, place), answers, 'create');
      return answers;
    },

    async restoreAnswers(q, answers, before) {
      if (Object.keys(before).length === 0) return answers;
      const after = { ...answers };
      const fields = await customFields.hold(q, 'ticket');
      for (const [id, answer] of Object.entries(before)) {
        if (answer === null) delete after[id];
        else if (fields.some((field) => String(field.id) === id && isStillOne(field, answer)))
          after[id] = answer;
      }
      return after;
    },

    isSolvable: async (q, after) =>
      missingFields(fieldsOf(await customFields.list(q, 'ticket'), after), after.fields, 'solve').length ===
      0,

    async demandSolvable(q, after) {
      demandAnswers(fieldsOf(await customFields.list(q, 'ticket'), after), after.fields, 'solve');
    },
  };
}

/** Whether the chosen options still exist, active or not. */
const isStillOne = ({ kind, options }: CustomField, answer: Answer): boolean =>
  (kind !== 'choice' && kind !== 'choices') ||
  [answer].flat().every((chosen) => options.some((option) => option.id === chosen));

type ChangeListener = (q: Query, before: Ticket, patch: Patch) => Promise<Answers>;

/** Answers that are given while solving. */
function inSolving(customFields: Settings['customFields'], changed: ChangeListener): FieldsInSolving {
  /** Answers given while solving. People who may not edit tickets can only answer fields that solving requires. */
  async function answersWhileSolving(
    q: Query,
    { viewer, before }: { viewer: Viewer; before: Ticket },
    given: AnswerChanges,
  ): Promise<Answers> {
    if (Object.keys(given).length === 0 || allows(viewer, 'TICKETS:EDIT'))
      return changed(q, before, { fields: given });
    const fields = fieldsOf(await customFields.hold(q, 'ticket'), before);
    const isAsked = ({ id, required }: CustomField) =>
      required !== 'never' && before.fields[id] === undefined;
    return changedAnswers({
      fields: fields.filter(isAsked),
      before: before.fields,
      changes: given,
      isHere: () => true,
      when: 'solve',
    });
  }

  return {
    answersWhileSolving,

    /** The same in a bulk update: each ticket gets the answers for those of its fields that are still empty. */
    async answersWhereMissing(q, solving, given) {
      const { before } = solving;
      const fields = fieldsOf(await customFields.hold(q, 'ticket'), before);
      const open = fields.filter(({ id }) => given[id] !== undefined && before.fields[id] === undefined);
      return answersWhileSolving(
        q,
        solving,
        Object.fromEntries(open.map(({ id }) => [id, given[id] ?? null])),
      );
    },
  };
}

/** Custom fields in bulk updates. */
function inBulk(customFields: Settings['customFields']): FieldsInBulk {
  return {
    /** Refuses invalid answers and unknown fields, independent of a ticket. */
    async demandAnswers(q, changes) {
      const fields = await customFields.list(q, 'ticket');
      changedAnswers({ fields, before: {}, changes, isHere: () => true, when: 'create' });
    },

    /** Returns the tickets that lack fields required for solving, with those fields. */
    async missingFieldsOf(q, tickets) {
      const all = await customFields.list(q, 'ticket');
      const lacking = tickets.map((ticket) => ({
        id: ticket.id,
        missing: missingFields(fieldsOf(all, ticket), ticket.fields, 'solve'),
      }));
      const asked = new Set(lacking.flatMap(({ missing }) => missing.map(({ id }) => id)));
      return {
        ticket_ids: lacking.filter(({ missing }) => missing.length > 0).map(({ id }) => id),
        field_ids: all.map(({ id }) => id).filter((id) => asked.has(id)),
      };
    },
  };
}

/** Custom fields in lists. */
function inLists(customFields: Settings['customFields']): FieldsInLists {
  return {
    /** The custom fields, if the filter has a condition on any. */
    fieldsInFilter: async (q, { where = [] }) =>
      where.some(({ field }) => isCustomFieldKey(field)) ? customFields.list(q, 'ticket') : [],

    /** The custom fields that are columns by default. */
    async columns(q) {
      const fields = await customFields.list(q, 'ticket');
      return fields
        .filter((field) => field.in_list && field.is_active)
        .map(({ id }): CustomFieldKey => `field:${id}`);
    },
  };
}

type FieldsInLists = {
  fieldsInFilter(q: Query, filter: Pick<TicketFilter, 'where'>): Promise<CustomField[]>;
  columns(q: Query): Promise<CustomFieldKey[]>;
};

type FieldsInBulk = {
  /** Refuses invalid answers and unknown fields, independent of a ticket (`invalid`). */
  demandAnswers(q: Query, changes: AnswerChanges): Promise<void>;
  missingFieldsOf(
    q: Query,
    tickets: readonly (AnsweredTicket & Pick<Ticket, 'id'>)[],
  ): Promise<{ ticket_ids: number[]; field_ids: number[] }>;
};

/** Custom fields when solving. */
type FieldsInSolving = {
  answersWhileSolving(
    q: Query,
    solving: { viewer: Viewer; before: Ticket },
    given: AnswerChanges,
  ): Promise<Answers>;
  answersWhereMissing(
    q: Query,
    solving: { viewer: Viewer; before: Ticket },
    given: AnswerChanges,
  ): Promise<Answers>;
};

/** Answers of tickets to custom fields. Invalid answers are refused field by field (`invalid`). */
export type TicketFields = FieldsInLists &
  FieldsInBulk &
  FieldsInSolving & {
    /** The answers of a ticket after a change of it, which is locked in this transaction. */
    changed: ChangeListener;
    /** The answers of a ticket that is created by hand. */
    ofNew(q: Query, ticket: Patch): Promise<Answers>;
    /** The answers before an undone change; those whose field or option no longer exists are left out. */
    restoreAnswers(q: Query, answers: Answers, before: AnswerChanges): Promise<Answers>;
    isSolvable(q: Query, after: AnsweredTicket): Promise<boolean>;
    /** @throws AppError `fields_missing` while required answers are missing */
    demandSolvable(q: Query, after: AnsweredTicket): Promise<void>;
  };
