import { describePersistence } from '../persistence.suite.ts';
import { openTemporaryStore } from './temporary-store.suite.ts';

describePersistence('SqlitePersistence', openTemporaryStore);
