import type { BackupFault, Language } from '@trunkline/contract';

type FailedBackup = { name: string; place: string; fault: BackupFault; link: string };

const WHY: Record<Language, Record<BackupFault, string>> = {
  en: {
    disk_full: 'The disk is full.',
    not_writable: 'The folder can’t be written.',
    no_folder: 'The folder doesn’t exist.',
    broken_off: 'The server was stopped during the backup.',
    other: 'The backup could not be completed.',
  },
  id: {
    disk_full: 'Disk penuh.',
    not_writable: 'Folder tidak bisa ditulis.',
    no_folder: 'Folder tidak ada.',
    broken_off: 'Server dihentikan saat cadangan dibuat.',
    other: 'Pencadangan tidak dapat diselesaikan.',
  },
};

/** The mail to administrators about a failed backup. */
export function failedMail(
  language: Language,
  { name, place, fault, link }: FailedBackup,
): { subject: string; text: string } {
  if (language === 'id')
    return {
      subject: 'Pencadangan gagal',
      text: `Halo ${name},\n\nCadangan di ${place} tidak berhasil dibuat. ${WHY.id[fault]} Cadangan sebelumnya tetap ada.\n\n${link}\n`,
    };
  return {
    subject: 'The backup failed',
    text: `Hello ${name},\n\nThe backup to ${place} could not be made. ${WHY.en[fault]} Older backups are still there.\n\n${link}\n`,
  };
}
