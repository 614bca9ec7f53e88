const texts = {
  looks: 'Pemformatan',
  bold: 'Tebal',
  italic: 'Miring',
  list: 'Daftar',
  numbers: 'Daftar bernomor',
  quote: 'Kutipan',
  code: 'Kode',
  link: 'Tautan',
  'link-to': 'URL tautan',
  'link-save': 'Pasang tautan',
  undo: 'Urungkan',
  redo: 'Ulangi',
};

export default texts;
