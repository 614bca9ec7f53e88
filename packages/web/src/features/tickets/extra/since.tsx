import type { MessageExtra } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';
import { TemplateFoot } from './template-parts.tsx';
import classes from './extra.module.css';

/** What stands below a message: what the customer did with it since. */
export default function Since({ extra }: { extra: MessageExtra }) {
  const { t } = useTranslation('extra');
  const { reactions = [], edited_at: editedAt, deleted_at: deletedAt } = extra;
  return (
    <>
      {extra.template && <TemplateFoot {...extra.template} />}
      {reactions.length > 0 && (
        <span className={classes['reactions']}>
          {reactions.map(({ emoji, by }) => (
            <span key={by} role="img" aria-label={t(`reactionBy.${by}`, { emoji })}>
              {emoji}
            </span>
          ))}
        </span>
      )}
      {editedAt && !deletedAt && <span className={classes['dim']}>{t('edited')}</span>}
      {deletedAt && <span className={classes['dim']}>{t('deleted')}</span>}
    </>
  );
}
