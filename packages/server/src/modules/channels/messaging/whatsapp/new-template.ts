import { buffer } from 'node:stream/consumers';
import { newTemplateContent, templateSlots, type NewTemplate } from '@trunkline/contract';
import { z } from 'zod';
import type { GraphApi } from '../meta/graph.ts';
import {
  ProviderError,
  rethrowRepeatable,
  type FetchedTemplate,
  type OutgoingFile,
  type ProviderAccount,
} from '../providers/provider.ts';
import { templateStateOf } from './templates.ts';

const made = z.object({
  id: z.string().min(1),
  status: z.string().catch('PENDING'),
  // Meta may change its category.
  category: z.string().catch(''),
});

const session = z.object({ id: z.string().startsWith('upload:') });
const uploaded = z.object({ h: z.string().min(1) });

/** Submits the template for review. */
export async function submitTemplate(
  graph: GraphApi,
  { businessId, accessToken }: ProviderAccount,
  { template, file }: { template: NewTemplate; file: OutgoingFile | undefined },
): Promise<FetchedTemplate> {
  const json = submitted(template, file && (await uploadExample(graph, accessToken, file)));
  const { id, status, category } = await graph
    .call(`${businessId}/message_templates`, accessToken, made, { method: 'POST', json })
    .catch(templateRefused);
  return {
    providerId: id,
    name: template.name,
    language: template.language,
    reason: '',
    category: category.toLowerCase() || template.category,
    state: templateStateOf(status),
    content: newTemplateContent(template),
  };
}

/**
 * Uploads the example of a media header and returns its handle. `app` is the app that the token belongs to, so that no setting is needed
 * for its id. https://developers.facebook.com/docs/graph-api/guides/upload
 */
async function uploadExample(graph: GraphApi, token: string, file: OutgoingFile): Promise<string> {
  const about = { file_name: file.name, file_length: String(file.size), file_type: file.mime };
  const path = `app/uploads?${new URLSearchParams(about).toString()}`;
  const { id } = await graph.call(path, token, session, { method: 'POST' }).catch(rethrowRepeatable);
  const bytes = new Uint8Array(await buffer(file.bytes()));
  const { h } = await graph.call(id, token, uploaded, { method: 'POST', bytes }).catch(rethrowRepeatable);
  return h;
}

/** An error without a known code is a refusal of the template. */
function templateRefused(error: unknown): never {
  if (!(error instanceof ProviderError) || error.errorCode !== 'other') throw error;
  throw new ProviderError('template_refused', error.providerMessage, error.details);
}

/** The request body: https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account/message_templates */
function submitted(template: NewTemplate, handle: string | undefined) {
  const { name, language, category, examples } = template;
  const content = newTemplateContent(template);
  const slots = templateSlots(content).map((slot) => ({ ...slot, example: examples[slot.key] ?? '' }));
  const isNamed = slots.some(({ part, name: of }) => part !== 'button' && !/^\d+$/.test(of));
  const of = (prefix: string) => slots.filter(({ key }) => key.startsWith(`${prefix}.`));
  const { header, body, footer, buttons } = content;
  return {
    name,
    language,
    category: category.toUpperCase(),
    parameter_format: isNamed ? 'NAMED' : 'POSITIONAL',
    components: [
      ...(handle === undefined
        ? []
        : [{ type: 'HEADER', format: header.kind.toUpperCase(), example: { header_handle: [handle] } }]),
      ...(header.text
        ? [{ type: 'HEADER', format: 'TEXT', text: header.text, ...headerExample(of('header'), isNamed) }]
        : []),
      { type: 'BODY', text: body, ...bodyExample(of('body'), isNamed) },
      ...(footer ? [{ type: 'FOOTER', text: footer }] : []),
      ...(buttons.length > 0
        ? [{ type: 'BUTTONS', buttons: buttons.map((button, at) => buttonOf(button, of(`button.${at}`))) }]
        : []),
    ],
  };
}

type Example = { name: string; example: string };

const named = (all: readonly Example[]) => all.map(({ name, example }) => ({ param_name: name, example }));
/** Ordered by variable number, not by position in the text. */
const numbered = (all: readonly Example[]) =>
  all.toSorted((a, b) => Number(a.name) - Number(b.name)).map(({ example }) => example);

function headerExample(all: readonly Example[], isNamed: boolean) {
  if (all.length === 0) return {};
  return {
    example: isNamed ? { header_text_named_params: named(all) } : { header_text: numbered(all) },
  };
}

function bodyExample(all: readonly Example[], isNamed: boolean) {
  if (all.length === 0) return {};
  return { example: isNamed ? { body_text_named_params: named(all) } : { body_text: [numbered(all)] } };
}

type Button = ReturnType<typeof newTemplateContent>['buttons'][number];

function buttonOf({ kind, text, value }: Button, all: readonly Example[]) {
  if (kind === 'phone') return { type: 'PHONE_NUMBER', text, phone_number: value };
  if (kind !== 'url') return { type: 'QUICK_REPLY', text };
  // The example is the whole URL.
  const examples = all.map(({ name, example }) => value.replace(`{{${name}}}`, () => example));
  return { type: 'URL', text, url: value, ...(examples.length > 0 && { example: examples }) };
}
