export default {
  'read-only': 'Hanya lihat',
  save: 'Simpan',
  undo: 'Urungkan perubahan',
  group: 'Formulir',
};
