import { Menu } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Gives what the table is narrowed down to as a file, in the menu of what is done with it as a whole. */
export function ExportItem({ href }: { href: string }) {
  const { t } = useTranslation('shared/table');
  return (
    <Menu.Item
      component="a"
      href={href}
      download
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
    >
      {t('export')}
    </Menu.Item>
  );
}
