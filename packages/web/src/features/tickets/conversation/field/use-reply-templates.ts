import { useSession } from '#shared/api/session.ts';
import { fieldValues } from '#shared/fields/field-variables.ts';
import { useAnswerWords } from '#shared/fields/use-answer-words.ts';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import { fillTemplate, type TemplateValues } from '#shared/lib/fill-template.ts';
import { useConversationToAnswer, useOpenTicket } from '#features/tickets/page/ticket-context.ts';
import { useTemplateMenu } from './use-template-menu.ts';

type Options = {
  body: string;
  cursor: number;
  enabled: boolean;
  /** The name for the salutation. */
  name: string;
  onInsert: (words: string, from: number, to: number) => void;
};

/** The menu of templates for the open ticket; a selected one is filled with the ticket's values. */
export function useReplyTemplates({ body, cursor, enabled, name, onInsert }: Options) {
  const { ticket, customer } = useOpenTicket().detail;
  const { answered } = useConversationToAnswer();
  const { user, config } = useSession();
  const words = useAnswerWords();
  const ofTicket = useCustomFields('ticket');
  const ofCustomer = useCustomFields('customer');
  const values: TemplateValues = {
    ...fieldValues(ofTicket, ticket.fields, words),
    ...fieldValues(ofCustomer, customer.fields, words),
    'customer.name': name,
    'agent.name': user.fullname,
    'ticket.number': ticket.number,
  };
  return useTemplateMenu({
    body,
    cursor,
    enabled,
    languages: [customer.language, config.default_language],
    mediaId: answered?.media_id ?? ticket.media_id,
    departmentId: ticket.department_id,
    onPick: (template, start) => onInsert(fillTemplate(template.body, values), start, cursor),
  });
}
