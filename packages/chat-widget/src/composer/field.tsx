import type { TargetedEvent } from 'preact';
import { maxLengthOf, type ChatFieldProblem, type FieldName } from '../chat/form.ts';
import { useTexts } from '../ui/context.ts';
import { Icon } from '../ui/icon.tsx';

type Props = {
  name: FieldName;
  label: string;
  isRequired: boolean;
  value: string;
  complaint: ChatFieldProblem | undefined;
  isFirst: boolean;
  onInput: (value: string) => void;
};

const KINDS = {
  name: { type: 'text', autocomplete: 'name' },
  email: { type: 'email', autocomplete: 'email' },
  phone: { type: 'tel', autocomplete: 'tel' },
} as const;

/** A field with its label and its complaint. */
export function Field({ name, label, isRequired, value, complaint, isFirst, onInput }: Props) {
  const texts = useTexts();
  const errorId = `${name}-error`;
  const common = {
    id: name,
    name,
    value,
    required: isRequired,
    'aria-invalid': complaint !== undefined,
    'aria-describedby': complaint ? errorId : undefined,
    'data-start': isFirst || undefined,
    onInput: (event: TargetedEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onInput(event.currentTarget.value),
  };
  return (
    <div class="field">
      <label for={name}>
        {label}
        {!isRequired && <span class="optional"> ({texts.optional})</span>}
      </label>
      {name === 'question' ? <textarea rows={3} {...common} /> : <input {...KINDS[name]} {...common} />}
      {complaint && (
        <p class="complaint" id={errorId}>
          <Icon name="alert" size={16} />
          {complaint === 'long' ? texts.complaint.long(maxLengthOf(name)) : texts.complaint[name]}
        </p>
      )}
    </div>
  );
}
