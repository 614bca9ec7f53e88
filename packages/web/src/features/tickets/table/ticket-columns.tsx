import { DEFAULT_COLUMNS, TICKET_COLUMNS, type TicketColumn } from '@trunkline/contract';
import { ColumnsDialog } from '#shared/table/columns-dialog.tsx';
import { useCustomFields } from '#shared/fields/use-custom-fields.ts';
import { toast } from '#shared/ui/states/toast.ts';
import { useErrorWords } from '../error-words.ts';
import { saveSettings } from '../views/api.ts';
import { useColumnNames } from './use-column-names.ts';

type Props = { columns: readonly TicketColumn[]; onClose: () => void };

/** The columns of the desk's table. */
export default function TicketColumns({ columns, onClose }: Props) {
  const words = useErrorWords();
  const custom = useCustomFields('ticket').map(({ id }): TicketColumn => `field:${id}`);
  const save = (chosen: TicketColumn[]) =>
    saveSettings({ columns: chosen }).catch((error: unknown) => toast(words(error), { kind: 'failed' }));
  return (
    <ColumnsDialog
      columns={columns}
      all={[...TICKET_COLUMNS, ...custom]}
      initial={DEFAULT_COLUMNS}
      nameOf={useColumnNames()}
      onSave={(chosen) => void save(chosen)}
      onClose={onClose}
    />
  );
}
