import {
  fitsTicket,
  isCustom,
  type AnswerField,
  type TicketFilter,
  type AnswerChanges,
  type Answers,
  type CustomField,
  type Ticket,
} from '@trunkline/contract';
import { allows, type Viewer } from '#platform/access';
import type { Query } from '#platform/db';
import { changedAnswers, demandAnswers, type Settings } from '#modules/settings';

type Place = Pick<Ticket, 'type_id' | 'category_id'>;
type Answered = Place & Pick<Ticket, 'fields'>;
type Patch = { [K in keyof Place]?: Place[K] | undefined } & { fields?: AnswerChanges | undefined };

const isDone = ({ status }: Pick<Ticket, 'status'>): boolean => status === 'solved' || status === 'closed';
const fieldsOf = (fields: readonly CustomField[], place: Place): CustomField[] =>
  fields.filter((field) => fitsTicket(field, place));

/** The custom fields of tickets: what may be answered, and what has to be. */
export function createTicketFields({ customFields }: Pick<Settings, 'customFields'>) {
  async function changed(q: Query, before: Ticket, { fields: changes, ...moved }: Patch): Promise<Answers> {
    if (!changes || Object.keys(changes).length === 0) return before.fields;
    const { type_id = before.type_id, category_id = before.category_id } = moved;
    return changedAnswers({
      fields: await customFields.hold(q, 'ticket'),
      before: before.fields,
      changes,
      isHere: (field) => fitsTicket(field, { type_id, category_id }),
      when: isDone(before) ? 'solve' : 'create',
    });
  }

  return {
    ...inLists(customFields),

    /** The answers of a ticket after a change of it, which is locked in this transaction. */
    changed,

    /** The answers of a ticket that somebody makes by hand. */
    async ofNew(
      q: Query,
      { fields: changes = {}, type_id = null, category_id = null }: Patch,
    ): Promise<Answers> {
      const place = { type_id, category_id };
      const fields = await customFields.hold(q, 'ticket');
      const isHere = (field: CustomField) => fitsTicket(field, place);
      const answers = changedAnswers({ fields, before: {}, changes, isHere, when: 'create' });
      demandAnswers(fieldsOf(fields, place), answers, 'create');
      return answers;
    },

    /** What is answered while solving. Who may not edit tickets answers what solving asks for, and nothing else. */
    async whileSolving(
      q: Query,
      { viewer, before }: { viewer: Viewer; before: Ticket },
      given: AnswerChanges,
    ) {
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
    },

    /** Refuses to solve a ticket while answers are missing. */
    async demandSolvable(q: Query, after: Answered): Promise<void> {
      demandAnswers(fieldsOf(await customFields.list(q, 'ticket'), after), after.fields, 'solve');
    },
  };
}

/** What lists of tickets need of the custom fields. */
function inLists(customFields: Settings['customFields']) {
  return {
    /** What conditions of a filter are about; nothing where none asks for a custom field. */
    inFilter: async (q: Query, { where = [] }: Pick<TicketFilter, 'where'>): Promise<CustomField[]> =>
      where.some(({ field }) => isCustom(field)) ? customFields.list(q, 'ticket') : [],

    /** Columns that lists begin with. */
    async columns(q: Query): Promise<AnswerField[]> {
      const fields = await customFields.list(q, 'ticket');
      return fields
        .filter((field) => field.in_list && field.is_active)
        .map(({ id }): AnswerField => `field:${id}`);
    },
  };
}

export type TicketFields = ReturnType<typeof createTicketFields>;
