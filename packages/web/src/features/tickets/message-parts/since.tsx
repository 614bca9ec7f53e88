import { DELIVERY_KEPT_DAYS, type MessageExtra } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { number } from '#shared/lib/format.ts';
import { Buttons, TemplateFoot } from '#shared/messaging/template-parts.tsx';
import classes from './message-parts.module.css';

const toButton = (text: string) => ({ kind: 'other', text, value: '' }) as const;

/** Below a message: reactions, edits and deletion by the customer. */
export default function Since({ extra }: { extra: MessageExtra }) {
  const { t } = useTranslation('tickets/message-parts');
  const { reactions = [], choices, edited_at: editedAt, deleted_at: deletedAt } = extra;
  return (
    <>
      {extra.template && <TemplateFoot {...extra.template} />}
      {choices && <Buttons label={t('choices')} buttons={choices.map(toButton)} />}
      {reactions.length > 0 && (
        <span className={classes['reactions']}>
          {reactions.map(({ emoji, by, from = '' }) => (
            <span key={`${by} ${from}`} role="img" aria-label={t(`reactionBy.${by}`, { emoji })}>
              {emoji}
            </span>
          ))}
        </span>
      )}
      {extra.cut && (
        <span className={classes['dim']}>
          {t('cut', {
            after: number(extra.cut.after),
            of: number(extra.cut.of),
            days: DELIVERY_KEPT_DAYS,
          })}
        </span>
      )}
      {extra.wish && <span className={classes['dim']}>{t(`wish.${extra.wish}`)}</span>}
      {editedAt && !deletedAt && <span className={classes['dim']}>{t('edited')}</span>}
      {deletedAt && <span className={classes['dim']}>{t('deleted')}</span>}
    </>
  );
}
