import { Component, type ComponentType, type ComponentChildren } from 'preact';

type LateProps<Props> = {
  /** Must be the same function in every render. */
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  onFailed: () => void;
  children?: ComponentChildren;
};

/** A part of the widget that is loaded when it is first shown; its children are shown until then. */
export class LazyPart<Props extends object> extends Component<
  LateProps<Props>,
  { part?: ComponentType<Props> }
> {
  constructor(props: LateProps<Props>) {
    super(props);
    const { load, onFailed } = props;
    load().then((part) => this.setState({ part }), onFailed);
  }

  override render() {
    const { part: Part } = this.state;
    return Part ? <Part {...this.props.props} /> : this.props.children;
  }
}
