import {
  fitsTemplateHeader,
  hasFileHeader,
  listTicketTemplates,
  templateChoice,
  templateSlots,
  templateValueProblem,
  filledTemplate,
  type FileRef,
  type MessagingTemplate,
} from '@trunkline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#shared/api/call.ts';
import { useSession } from '#shared/api/session.ts';
import { proposedValues } from '#shared/messaging/proposed-values.ts';
import { newClientKey, send } from '../outbox/outbox-store.ts';
import { useConversationToAnswer, useOpenTicket } from '../page/ticket-context.ts';
import { useUploads } from '../conversation/files/use-uploads.ts';
import { templateInLanguage } from './template-language.ts';

/** State of the template form: the selected template, its values, and sending. */
export function useTemplateForm(onSent: () => void) {
  const { ticket, customer } = useOpenTicket().detail;
  const on = useConversationToAnswer().answered?.id;
  const { user } = useSession();
  const [chosen, setChosen] = useState<MessagingTemplate>();
  const [values, setValues] = useState<Record<string, string>>({});
  const [file, setFile] = useState<FileRef>();
  const [wasAsked, setAsked] = useState(false);
  const uploads = useUploads({ attached: file ? 1 : 0, onDone: setFile });
  const { data: templates, isError } = useQuery({
    queryKey: ['tickets', 'message-templates', ticket.id, on],
    queryFn: ({ signal }) => templatesOf(ticket.id, on, signal),
    staleTime: 0,
  });

  function choose(template: MessagingTemplate | undefined): void {
    setChosen(template);
    setAsked(false);
    setFile(undefined);
    const known = { customer: customer.name, agent: user.fullname, ticket: ticket.number };
    setValues(template ? proposedValues(template.content, known) : {});
  }

  const slots = chosen ? templateSlots(chosen.content) : [];
  const problems = new Map(slots.map(({ key }) => [key, templateValueProblem(values[key])]));
  const isFilled = [...problems.values()].every((problem) => problem === null);
  const needsFile = chosen !== undefined && hasFileHeader(chosen.content);
  const isUnfit =
    chosen !== undefined && file !== undefined && !fitsTemplateHeader(chosen.content.header.kind, file.mime);

  function submit(): void {
    setAsked(true);
    if (!chosen || !isFilled || (needsFile && !file) || isUnfit) return;
    // Read as the server reads them, so that the preview shows what will be sent.
    const given = Object.fromEntries(slots.map(({ key }) => [key, values[key] ?? '']));
    const template = templateChoice.parse({ id: chosen.id, values: given });
    void send({
      client_key: newClientKey(),
      ticket_id: ticket.id,
      kind: 'reply',
      ...(on !== undefined && { conversation_id: on }),
      body: filledTemplate(chosen.content, template.values).body,
      template,
      attachments: file ? [file] : [],
      created_at: new Date().toISOString(),
    });
    onSent();
  }

  const named = (name: string) => (templates ?? []).filter((one) => one.name === name);
  return {
    templates,
    isError,
    chosen,
    choose,
    values,
    slots,
    problems,
    wasAsked,
    submit,
    file,
    setFile,
    uploads,
    needsFile,
    isUnfit,
    named,
    chooseName: (name: string | null) => choose(templateInLanguage(named(name ?? ''), customer.language)),
    set: (key: string, value: string) => setValues((before) => ({ ...before, [key]: value })),
    shown: chosen && filledTemplate(chosen.content, withoutEmpty(values)),
    customerLanguage: customer.language,
  };
}

async function templatesOf(id: number, on: number | undefined, signal: AbortSignal) {
  return (await call(listTicketTemplates, { params: { id }, query: { conversation_id: on }, signal })).data;
}

const withoutEmpty = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));

export type TemplateForm = ReturnType<typeof useTemplateForm>;
