import type { ChatField } from '../chat/form.ts';
import { VisitorForm } from '../ui/visitor-form.tsx';
import { BackButton } from './back-button.tsx';
import type { PartProps } from './part-props.ts';
import { useKnownValues } from './use-known-values.ts';

const FIELDS: readonly ChatField[] = [
  { field: 'question', required: true },
  { field: 'name', required: true },
  { field: 'email', required: false },
];

/** A message instead of waiting. The call goes on waiting until it is sent. */
export function MessageForm({ control, view, texts }: PartProps) {
  const known = useKnownValues(view);
  return (
    <div class="call-form">
      <p class="intro">{texts.message.intro}</p>
      <VisitorForm
        fields={FIELDS}
        known={known}
        questionLabel={texts.message.question}
        submit={texts.message.send}
        submitting={texts.message.sending}
        onSubmit={control.leaveMessage}
      />
      <BackButton control={control} view={view} texts={texts} />
    </div>
  );
}
