import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './custom-fields.en.ts';

const fields: TextsLike<typeof en> = {
  edit: 'Ubah',
  refused: '“{{name}}” tidak disimpan: wajib diisi atau tidak valid.',
  title: 'Wajib sebelum diselesaikan',
  hint: 'Isi bidang ini untuk menyelesaikan tiket.',
  submit: 'Selesaikan',
  cancel: 'Batal',
};

export default fields;
