import type { TargetedEvent } from 'preact';
import { Icon } from '../ui/icon.tsx';
import type { FormFieldProblem, WebFormField, Value } from './fields.ts';
import type { TEXTS } from './texts.ts';

type Texts = (typeof TEXTS)['en'];
type Props = {
  field: WebFormField;
  texts: Texts;
  value: Value | undefined;
  complaint: FormFieldProblem | undefined;
  onInput: (value: Value) => void;
};
type Common = {
  id: string;
  name: string;
  required: boolean;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
};
type Typed = TargetedEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;

/** A field with its label, its hint and its complaint. */
export function FormField(props: Props) {
  const { field, texts, complaint } = props;
  const { name, hint, required, kind } = field;
  const described = [hint && `${name}-hint`, complaint && `${name}-error`].filter(Boolean).join(' ');
  const common: Common = {
    id: name,
    name,
    required,
    'aria-invalid': complaint !== undefined,
    'aria-describedby': described || undefined,
  };
  const label = (
    <>
      {field.label ?? texts.fields[name]}
      {!required && <span class="optional"> ({texts.optional})</span>}
    </>
  );
  const below = (
    <>
      {hint && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {complaint && (
        <p class="complaint" id={`${name}-error`}>
          <Icon name="alert" size={16} />
          {texts.complaint[complaint]}
        </p>
      )}
    </>
  );
  if (kind === 'choices') return <Choices {...props} common={common} label={label} below={below} />;
  if (kind === 'check')
    return (
      <div class="field check">
        <label for={name}>
          <input
            {...common}
            type="checkbox"
            checked={props.value === true}
            onInput={(event) => props.onInput(event.currentTarget.checked)}
          />
          <span>{label}</span>
        </label>
        {below}
      </div>
    );
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <Control {...props} common={common} />
      {below}
    </div>
  );
}

const INPUTS = {
  email: { type: 'email', autocomplete: 'email' },
  phone: { type: 'tel', autocomplete: 'tel' },
  number: { type: 'text', inputMode: 'decimal' },
  date: { type: 'date' },
  date_time: { type: 'datetime-local' },
  link: { type: 'url' },
} as const;

function Control({ field, texts, value, common, onInput }: Props & { common: Common }) {
  const { kind, options } = field;
  const typed = { value: String(value ?? ''), onInput: (event: Typed) => onInput(event.currentTarget.value) };
  if (kind === 'text') return <textarea rows={field.name === 'message' ? 6 : 3} {...common} {...typed} />;
  if (kind === 'choice')
    return (
      <select {...common} {...typed}>
        <option value="">{texts.choose}</option>
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    );
  const shape = kind in INPUTS ? INPUTS[kind as keyof typeof INPUTS] : { type: 'text' };
  const autocomplete = field.name === 'name' ? { autocomplete: 'name' } : {};
  return <input {...shape} {...autocomplete} {...common} {...typed} />;
}

type Parts = { common: Common; label: preact.ComponentChildren; below: preact.ComponentChildren };

function Choices({ field, value, common, label, below, onInput }: Props & Parts) {
  const chosen = Array.isArray(value) ? value : [];
  const { required: _required, 'aria-invalid': _invalid, ...group } = common;
  const choose = (id: string, isChosen: boolean) =>
    onInput(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id));
  return (
    <fieldset class="field choices" {...group} tabIndex={-1}>
      <legend>{label}</legend>
      {field.options.map(({ id, name }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onInput={(event) => choose(id, event.currentTarget.checked)}
          />
          <span>{name}</span>
        </label>
      ))}
      {below}
    </fieldset>
  );
}
