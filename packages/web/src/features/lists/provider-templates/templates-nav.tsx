import { Link, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { readListSearch } from '#shared/lib/search/list-search.ts';
import classes from '#shared/ui/layout/part-nav.module.css';

const PARTS = [undefined, 'whatsapp'] as const;

/** Tabs between the workspace's own templates and WhatsApp's approved ones. */
export function TemplatesNav() {
  const { t } = useTranslation('lists/provider-templates');
  const current = useLocation({ select: ({ search }) => readListSearch(search).part });
  return (
    <nav className={classes['nav']} aria-label={t('parts.label')}>
      {PARTS.map((part) => (
        <Link
          key={part ?? 'own'}
          to="/settings/media_template_content"
          search={part ? { part } : {}}
          activeOptions={{ exact: true, includeSearch: true }}
          className={classes['part']}
          aria-current={part === current ? 'page' : undefined}
        >
          {t(`parts.${part ?? 'own'}`)}
        </Link>
      ))}
    </nav>
  );
}
