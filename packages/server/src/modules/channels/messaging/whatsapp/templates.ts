import { templateSlots, type MessagingTemplate, type TemplateContent } from '@trunkline/contract';
import { z } from 'zod';
import type { FetchedTemplate, OutgoingMessage, ProviderAccount } from '../providers/provider.ts';
import type { GraphApi } from '../meta/graph.ts';

const text = z.string().catch('');
const component = z.object({
  type: text,
  format: text,
  text,
  buttons: z.array(z.object({ type: text, text, url: text, phone_number: text })).catch([]),
});
type Component = z.infer<typeof component>;

const page = z.object({
  data: z.array(
    z.object({
      id: text,
      name: z.string().min(1),
      language: z.string().min(1),
      category: text,
      status: text,
      rejected_reason: text,
      components: z.array(component).catch([]),
    }),
  ),
  paging: z
    .object({ cursors: z.object({ after: text }).catch({ after: '' }), next: text })
    .optional()
    .catch(undefined),
});

const FIELDS = 'name,language,category,status,rejected_reason,components';
/** More templates than a business may have. */
const PAGES = 100;

/** All templates of the business, page by page. */
export async function fetchTemplates(graph: GraphApi, account: ProviderAccount): Promise<FetchedTemplate[]> {
  const all: FetchedTemplate[] = [];
  let after = '';
  for (let count = 0; count < PAGES; count += 1) {
    const query = new URLSearchParams({ fields: FIELDS, limit: '100', ...(after && { after }) });
    const path = `${account.businessId}/message_templates?${query.toString()}`;
    const { data, paging } = await graph.call(path, account.accessToken, page);
    all.push(
      ...data.map(({ id, name, language, category, status, rejected_reason: reason, components }) => ({
        providerId: id,
        name,
        language,
        category: category.toLowerCase(),
        state: templateStateOf(status),
        reason: reason === 'NONE' ? '' : reason,
        content: contentOf(components),
      })),
    );
    after = paging?.next ? paging.cursors.after : '';
    if (after === '') break;
  }
  return all;
}

const STATES: Record<string, MessagingTemplate['state']> = {
  APPROVED: 'approved',
  REINSTATED: 'approved',
  PENDING: 'pending',
  IN_APPEAL: 'pending',
  REJECTED: 'rejected',
  PAUSED: 'paused',
  DISABLED: 'disabled',
};
/** Our name for Meta's state. */
export const templateStateOf = (status: string): MessagingTemplate['state'] => STATES[status] ?? 'other';

function contentOf(components: readonly Component[]): TemplateContent {
  const of = (type: string) => components.find((one) => one.type === type);
  const header = of('HEADER');
  return {
    header: header ? headerOf(header) : { kind: 'none', text: '' },
    body: of('BODY')?.text ?? '',
    footer: of('FOOTER')?.text ?? '',
    buttons: (of('BUTTONS')?.buttons ?? []).map((button) => ({
      kind: BUTTONS[button.type] ?? 'other',
      text: button.text,
      value: button.url || button.phone_number,
    })),
  };
}

const HEADERS: Record<string, TemplateContent['header']['kind']> = {
  TEXT: 'text',
  IMAGE: 'image',
  VIDEO: 'video',
  DOCUMENT: 'document',
};
const BUTTONS: Record<string, TemplateContent['buttons'][number]['kind']> = {
  QUICK_REPLY: 'quick_reply',
  URL: 'url',
  PHONE_NUMBER: 'phone',
};

function headerOf({ format, text: words }: Component): TemplateContent['header'] {
  const kind = HEADERS[format] ?? 'other';
  return { kind, text: kind === 'text' ? words : '' };
}

/** A template as it is sent: its name and the values of its variables. */
export function templateOf(
  { name, language, content, values }: NonNullable<OutgoingMessage['template']>,
  media: { id: string; name: string } | undefined,
) {
  const slots = templateSlots(content).map((slot) => ({ ...slot, value: values[slot.key] ?? '' }));
  const parametersOf = (prefix: string) =>
    slots.filter(({ key }) => key.startsWith(`${prefix}.`)).map(parameterOf);
  const { kind } = content.header;
  const file = media && { id: media.id, ...(kind === 'document' && { filename: media.name }) };
  const header = file ? [{ type: kind, [kind]: file }] : parametersOf('header');
  const body = parametersOf('body');
  const buttons = content.buttons.flatMap((_button, at) => {
    const parameters = slots.filter(({ key }) => key.startsWith(`button.${at}.`));
    if (parameters.length === 0) return [];
    const texts = parameters.map(({ value }) => ({ type: 'text', text: value }));
    return [{ type: 'button', sub_type: 'url', index: String(at), parameters: texts }];
  });
  return {
    name,
    language: { code: language },
    components: [
      ...(header.length > 0 ? [{ type: 'header', parameters: header }] : []),
      ...(body.length > 0 ? [{ type: 'body', parameters: body }] : []),
      ...buttons,
    ],
  };
}

/** Variables are either numbered, and sent in order, or named. */
const parameterOf = ({ name, value }: { name: string; value: string }) => ({
  type: 'text',
  ...(!/^\d+$/.test(name) && { parameter_name: name }),
  text: value,
});
