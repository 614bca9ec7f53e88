import type { TextsLike } from '#shared/lib/texts.ts';
import type en from './custom-fields.en.ts';

const fields: TextsLike<typeof en> = {
  edit: 'Ubah',
  refused: '“{{name}}” tidak disimpan: di sini tidak boleh kosong, atau ini bukan jawabannya.',
  title: 'Sebelum diselesaikan',
  hint: 'Ini harus diisi dulu.',
  submit: 'Selesaikan',
  cancel: 'Belum',
};

export default fields;
