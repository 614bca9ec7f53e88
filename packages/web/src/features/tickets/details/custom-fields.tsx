import { isSameAnswer, isFieldOfTicket, type Answer, type CustomField } from '@trunkline/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#shared/api/session.ts';
import { draftOf, readDraft, type AnswerDraft } from '#shared/fields/answer-draft.ts';
import { AnswerField } from '#shared/fields/answer-field.tsx';
import { AnswerText } from '#shared/fields/answer-text.tsx';
import { useAnswerWords } from '#shared/fields/use-answer-words.ts';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import { useOpenTicket } from '../page/ticket-context.ts';
import context from './details.module.css';
import classes from './custom-fields.module.css';
import { FieldPicker } from './field-picker.tsx';

/** The custom fields for the ticket's type and category, each editable in place. */
export default function CustomFields() {
  const { detail, actions } = useOpenTicket();
  const { ticket } = detail;
  const fields = useCustomFields('ticket').filter((field) => isFieldOfTicket(field, ticket));
  if (fields.length === 0) return null;
  const save = (field: CustomField) => (answer: Answer | null) =>
    void actions.edit({ fields: { [field.id]: answer } });
  return (
    <dl className={context['facts']}>
      {fields.map((field) => (
        <FieldRow
          key={`${ticket.id} ${field.id}`}
          field={field}
          answer={ticket.fields[field.id]}
          onSave={save(field)}
        />
      ))}
    </dl>
  );
}

type Props = { field: CustomField; answer: Answer | undefined; onSave: (answer: Answer | null) => void };

function FieldRow(props: Props) {
  const { field, answer, onSave } = props;
  if (field.kind === 'choice')
    return (
      <FieldPicker
        label={field.name}
        choices={field.options.map((option) => ({ ...option, id: Number(option.id) }))}
        value={answer === undefined ? null : Number(answer)}
        onChange={(id) => onSave(id === null ? null : String(id))}
      />
    );
  return (
    <>
      <dt title={field.hint || undefined}>{field.name}</dt>
      <dd>
        <Written {...props} />
      </dd>
    </>
  );
}

/** A field that is typed or ticked; shown as a button until it is edited. */
function Written({ field, answer, onSave }: Props) {
  const { can } = useSession();
  const [draft, setDraft] = useState<AnswerDraft | null>(null);
  const [isRefused, setRefused] = useState(false);
  // Returns the focus to the button after editing was ended by a key.
  const [isBack, setBack] = useState(false);
  const isLocked = !can('TICKETS:EDIT');
  if (field.kind === 'check')
    return (
      <span className={classes['tick']}>
        <AnswerField
          field={field}
          isAlone
          isDisabled={isLocked}
          value={answer === true}
          onChange={(ticked) => onSave(ticked === true || null)}
        />
      </span>
    );
  if (draft === null)
    return <Quiet {...{ field, answer, isLocked, isBack }} onEdit={() => setDraft(draftOf(field, answer))} />;
  const read = readDraft(field, draft, answer);

  function end(byKey: boolean): void {
    setBack(byKey);
    setDraft(null);
    setRefused(false);
  }
  function finish(byKey: boolean): void {
    if ('problem' in read) return setRefused(true);
    end(byKey);
    if (!isSameAnswer(read.answer, answer)) onSave(read.answer);
  }
  return (
    <span
      className={classes['editing']}
      // Leaving the field saves; moving to the field's own list is not leaving.
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && finish(false)}
    >
      <AnswerField
        field={field}
        isAlone
        autoFocus
        value={draft}
        problem={isRefused && 'problem' in read ? read.problem : undefined}
        onChange={setDraft}
        onKeyDown={(event) => {
          const isSent = field.kind === 'text' ? event.ctrlKey || event.metaKey : field.kind !== 'choices';
          if (event.key === 'Enter' && isSent) {
            // Otherwise the same key press would activate the button that replaces the field.
            event.preventDefault();
            finish(true);
          }
          if (event.key === 'Escape') {
            event.preventDefault();
            end(true);
          }
        }}
      />
    </span>
  );
}

type QuietProps = Omit<Props, 'onSave'> & { isLocked: boolean; isBack: boolean; onEdit: () => void };

function Quiet({ field, answer, isLocked, isBack, onEdit }: QuietProps) {
  const { t } = useTranslation('tickets');
  const words = useAnswerWords();
  const word = answer === undefined ? t('field.none') : words(field, answer);
  const isLink = field.kind === 'link' && answer !== undefined;
  return (
    <span className={classes['quiet']}>
      {isLink && <AnswerText field={field} answer={answer} />}
      <button
        type="button"
        className={classes['button']}
        data-empty={answer === undefined || undefined}
        data-quiet={isLink || undefined}
        autoFocus={isBack}
        aria-label={`${field.name}: ${word}`}
        disabled={isLocked}
        onClick={onEdit}
      >
        {isLink ? t('fields.edit') : word}
      </button>
    </span>
  );
}
