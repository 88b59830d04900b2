import type { Explanation } from '../messages/explanation.ts';

export interface Toast {
  readonly id: number;
  readonly tone: 'good' | 'bad';
  readonly title: string;
  readonly text: string | null;
  /** What the station said of it. */
  readonly said?: Pick<Explanation, 'detail' | 'sentence'>;
}

export interface Toasts {
  readonly items: readonly Toast[];
  /** Goes away by itself after a while. */
  readonly inform: (title: string) => void;
  /** Stays until it is dismissed: nobody reads an error that has vanished. */
  readonly warn: (explanation: Explanation) => void;
  readonly dismiss: (id: number) => void;
}

const INFORM_MILLISECONDS = 6000;
const MOST_AT_ONCE = 4;

/** Short messages at the edge of the window. */
export function createToasts(): Toasts {
  let items = $state.raw<readonly Toast[]>([]);
  let lastId = 0;

  const dismiss = (id: number): void => {
    items = items.filter((toast) => toast.id !== id);
  };

  function add(toast: Omit<Toast, 'id'>): number {
    lastId += 1;
    const same = items.filter((item) => item.title !== toast.title || item.said?.detail !== toast.said?.detail);
    items = [...same, { ...toast, id: lastId }].slice(-MOST_AT_ONCE);
    return lastId;
  }

  return {
    get items() {
      return items;
    },
    inform: (title) => {
      const id = add({ tone: 'good', title, text: null });
      setTimeout(() => dismiss(id), INFORM_MILLISECONDS);
    },
    warn: ({ title, advice, detail, sentence }) => {
      add({ tone: 'bad', title, text: advice, said: { detail, sentence } });
    },
    dismiss,
  };
}
