export default { label: 'Users and roles', users: 'Users', levels: 'Roles', audit: 'Audit log' };
