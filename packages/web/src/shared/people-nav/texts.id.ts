export default {
  label: 'Pengguna dan peran',
  users: 'Pengguna',
  levels: 'Peran',
  'sign-in': 'Single sign-on',
  audit: 'Log audit',
  privacy: 'Privasi',
};
