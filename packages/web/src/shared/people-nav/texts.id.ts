export default { label: 'Pengguna dan peran', users: 'Pengguna', levels: 'Peran', audit: 'Log audit' };
