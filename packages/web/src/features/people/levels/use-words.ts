import type { ShownGroup } from '#shared/api/menu-group.ts';
import type { ActivityCode } from '@trunkline/contract';
import { useTranslation } from 'react-i18next';

/** Returns functions that name modules, activities and menu groups, as the menu does. */
export function useWords() {
  const { t } = useTranslation('people/levels');
  const { t: shell } = useTranslation('shell');
  const page = (code: string): string =>
    shell(`page.${code}`, { defaultValue: shell(`menu.${code}`, { defaultValue: code }) });
  const activity = (code: ActivityCode): string => t(`activity.${code}`);
  return {
    page,
    activity,
    group: (group: ShownGroup): string => (group === '' ? t('group.main') : shell(`menu.${group}`)),
    /** Names a permission, given as `MODULE:ACTIVITY`. */
    permission(code: string): string {
      const [module = '', what = ''] = code.split(':');
      return t('cell', { page: page(module), activity: t(`activity.${what}`, { defaultValue: what }) });
    },
  };
}
