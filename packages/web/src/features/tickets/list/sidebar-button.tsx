import { ActionIcon } from '@mantine/core';
import { IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Shows the sidebar of views again. */
export default function SidebarButton({ onShow }: { onShow: () => void }) {
  const { t } = useTranslation('tickets/views');
  return (
    <ActionIcon aria-label={t('unfold')} title={t('unfold')} onClick={onShow}>
      <IconLayoutSidebarLeftExpand size={18} stroke={1.75} />
    </ActionIcon>
  );
}
