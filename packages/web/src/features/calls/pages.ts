export { AttendedLayer } from './attending/attended-layer.tsx';
export { CallLayer } from './window/call-layer.tsx';
