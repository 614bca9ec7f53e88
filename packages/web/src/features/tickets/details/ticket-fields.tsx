import { lazyPart } from '#shared/loading/lazy-part.ts';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useReference } from '#shared/api/session.ts';
import { exactTime, relativeTime } from '#shared/lib/format.ts';
import { MediaGlyph } from '#shared/ui/marks/media-glyph.tsx';
import { useOpenTicket } from '../page/ticket-context.ts';
import context from './details.module.css';
import { categoriesOf, subcategoriesOf } from '../categories.ts';
import { FieldPicker } from './field-picker.tsx';
import { Section } from './section.tsx';
import { TagField } from './tag-field.tsx';

const CustomFields = lazyPart(() => import('./custom-fields.tsx'));

/** Type, category and other fields of the ticket, each editable in place. */
export function TicketFields() {
  const { t } = useTranslation('tickets');
  const { t: shared } = useTranslation('shared');
  const { detail, actions } = useOpenTicket();
  const { data: reference } = useReference();
  const { ticket } = detail;
  return (
    <Section title={t('context.fields')}>
      <fieldset className={context['fields']} disabled={ticket.merged_into !== null}>
        <dl className={context['facts']}>
          <FieldPicker
            label={t('field.type_id')}
            choices={reference?.types ?? []}
            value={ticket.type_id}
            onChange={(type_id) => void actions.edit({ type_id })}
          />
          <FieldPicker
            label={t('field.category_id')}
            choices={categoriesOf(reference?.categories, ticket)}
            value={ticket.category_id}
            // A subcategory belongs to one category, so it is cleared with a new category.
            onChange={(category_id) => void actions.edit({ category_id, subcategory_id: null })}
          />
          <FieldPicker
            label={t('field.subcategory_id')}
            choices={subcategoriesOf(reference?.subcategories, ticket)}
            value={ticket.subcategory_id}
            onChange={(subcategory_id) => void actions.edit({ subcategory_id })}
            blocked={ticket.category_id === null ? t('field.needsCategory') : undefined}
          />
          <FieldPicker
            label={t('field.caller_type_id')}
            choices={reference?.caller_types ?? []}
            value={ticket.caller_type_id}
            onChange={(caller_type_id) => void actions.edit({ caller_type_id })}
          />
          <dt>{t('context.source')}</dt>
          <dd className={context['plain']}>
            <span style={{ display: 'inline-flex', gap: 6, alignItems: 'center' }}>
              <MediaGlyph media={ticket.media_id} label={false} />
              {shared(`media.${ticket.media_id}`)}
            </span>
          </dd>
          <dt>{t('context.created')}</dt>
          <dd className={context['plain']}>
            <time dateTime={ticket.created_at} title={exactTime(ticket.created_at)}>
              {relativeTime(ticket.created_at)}
            </time>
          </dd>
        </dl>
        {(reference?.custom_fields.length ?? 0) > 0 && (
          <Suspense>
            <CustomFields />
          </Suspense>
        )}
        <TagField />
      </fieldset>
    </Section>
  );
}
