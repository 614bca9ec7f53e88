export { CallLayer } from './call-layer.tsx';
