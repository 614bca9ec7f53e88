export { CallLayer } from './window/call-layer.tsx';
