import {
  readAnswer,
  type Answers,
  type BodyOf,
  type CustomField,
  type FieldEntity,
  type FormField,
  type Language,
  type sendForm,
  type WebFormSettings,
} from '@trunkline/contract';

/** The accepted values of a submission. */
export type FormSubmission = {
  language: Language;
  name: string;
  email: string;
  phone: string;
  subject: string;
  message: string;
  page: string;
  /** Answers to custom fields. */
  ticket: Answers;
  customer: Answers;
};
type SubmittedForm = BodyOf<typeof sendForm>;
type Problem = { path: string; message: string; problem: string };

/** The custom fields that a form asks for: those that are active, and that tickets of every type and category have. */
export function customFieldsOfForm(
  { custom }: Pick<WebFormSettings, 'custom'>,
  fields: readonly CustomField[],
): (CustomField & { isRequired: boolean })[] {
  return custom.flatMap(({ id, required }) => {
    const field = fields.find((one) => one.id === id);
    return field && isForForms(field) ? [{ ...field, isRequired: required }] : [];
  });
}

/** The type and category of the ticket are not known yet. */
const isForForms = ({ is_active: isOn, type_ids: types, category_ids: categories }: CustomField): boolean =>
  isOn && types.length === 0 && categories.length === 0;

/** Returns the accepted values, or the problems. Fields that the form does not have are ignored. Pure. */
export function readSubmission(
  sent: SubmittedForm,
  settings: Pick<WebFormSettings, 'asked' | 'custom'>,
  fields: readonly CustomField[],
): { content: FormSubmission } | { problems: Problem[] } {
  const { language, name, message, page } = sent;
  const problems: Problem[] = [];
  const plain = readPlain(sent, settings, problems);
  const answers = readAnswers(sent, customFieldsOfForm(settings, fields), problems);
  if (problems.length > 0) return { problems };
  return { content: { language, name, message, page, ...plain, ...answers } };
}

function readPlain(sent: SubmittedForm, { asked }: Pick<WebFormSettings, 'asked'>, problems: Problem[]) {
  const plain: Record<FormField, string> = { email: '', phone: '', subject: '' };
  for (const { field, required } of asked) {
    plain[field] = sent[field] ?? '';
    if (required && !sent[field]) problems.push(missing(field));
  }
  return plain;
}

function readAnswers(
  { fields: given }: SubmittedForm,
  asked: ReturnType<typeof customFieldsOfForm>,
  problems: Problem[],
) {
  const answers: Record<FieldEntity, Answers> = { ticket: {}, customer: {} };
  for (const field of asked) {
    const path = `fields.${field.id}`;
    const read = readAnswer(field, given[field.id]);
    if ('problem' in read) problems.push({ path, message: 'Not a valid value', problem: read.problem });
    else if (read.answer !== null) answers[field.entity][field.id] = read.answer;
    else if (field.isRequired) problems.push(missing(path));
  }
  return answers;
}

const missing = (path: string): Problem => ({ path, message: 'This field is required', problem: 'required' });

const LABELS: Record<Language, Record<'name' | 'email' | 'phone' | 'page', string>> = {
  en: { name: 'Name', email: 'E-mail', phone: 'Phone', page: 'Page' },
  id: { name: 'Nama', email: 'Email', phone: 'Telepon', page: 'Halaman' },
};

/** Returns the message for agents: the text, and below it the stated name and addresses, and the page. */
export function messageOf(content: FormSubmission, language: Language): string {
  const labels = LABELS[language];
  const who = (['name', 'email', 'phone', 'page'] as const).filter((field) => content[field]);
  return [content.message, '', ...who.map((field) => `${labels[field]}: ${content[field]}`)].join('\n');
}

/** The subject, or the beginning of the message. */
export function subjectOf({ subject, message }: Pick<FormSubmission, 'subject' | 'message'>): string {
  const [first = ''] = message.trim().split('\n');
  return subject || [...first].slice(0, 100).join('');
}
