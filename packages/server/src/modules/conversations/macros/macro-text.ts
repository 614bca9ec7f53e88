import type { Answers, CustomField, Language, TEMPLATE_VARIABLES, Ticket } from '@trunkline/contract';
import type { Viewer } from '#platform/access';
import type { Query } from '#platform/db';
import { AppError } from '#platform/errors';
import type { Customers } from '#modules/customers';
import { fillVariables, variableOf, variablesIn } from '#modules/lists';
import type { Settings } from '#modules/settings';
import { answerText } from './answer-words.ts';

type Deps = { settings: Settings; customers: Pick<Customers, 'read'> };
type VariableValues = Record<(typeof TEMPLATE_VARIABLES)[number], string>;

/** Fills in the variables of macros for a ticket, in the language of its customer. */
export function createMacroTexts({ settings, customers }: Deps) {
  async function wordsOn(
    q: Query,
    ticket: Ticket,
  ): Promise<{ known: [string, string][]; fields: CustomField[] }> {
    const customer = await customers.read(q, ticket.customer_id);
    const { time_zone: timeZone } = await settings.config();
    const reader = { language: customer.language, timeZone };
    const ofTicket = await settings.customFields.list(q, 'ticket');
    const ofCustomer = await settings.customFields.list(q, 'customer');
    return {
      known: [...answered(ofTicket, ticket.fields, reader), ...answered(ofCustomer, customer.fields, reader)],
      fields: [...ofTicket, ...ofCustomer],
    };
  }

  return async (q: Query, ticket: Ticket, viewer: Pick<Viewer, 'fullname'>) => {
    const { known, fields } = await wordsOn(q, ticket);
    const usual = {
      'customer.name': ticket.customer_name,
      'agent.name': viewer.fullname,
      'ticket.number': ticket.number,
    } satisfies VariableValues;
    const fill = (text: string, instead: Partial<VariableValues> = {}): string =>
      fillVariables(text, new Map([...known, ...Object.entries({ ...usual, ...instead })])).trim();
    const nameOf = (variable: string): string =>
      fields.find((field) => variableOf(field) === variable)?.name ?? `{{${variable}}}`;
    return {
      fill,

      /** Refuses a text in which variables would be left unfilled. */
      demandWhole(text: string): void {
        const filledIn = new Set([...known.map(([name]) => name), ...Object.keys(usual)]);
        const left = variablesIn(text).filter((variable) => !filledIn.has(variable));
        if (left.length > 0)
          throw new AppError('conflict', {
            reason: 'variables_left',
            names: left.map(nameOf),
          });
      },
    };
  };
}

/** A checkbox that is not set counts as answered. */
const answered = (
  fields: readonly CustomField[],
  answers: Answers,
  reader: { language: Language; timeZone: string },
): [string, string][] =>
  fields.flatMap((field) => {
    const answer = answers[field.id] ?? (field.kind === 'check' ? false : undefined);
    return answer === undefined ? [] : [[variableOf(field), answerText(field, answer, reader)]];
  });
