export default {
  label: 'Users and roles',
  users: 'Users',
  levels: 'Roles',
  'sign-in': 'Single sign-on',
  audit: 'Audit log',
  privacy: 'Privacy',
};
