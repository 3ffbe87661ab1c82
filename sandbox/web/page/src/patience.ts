// For all tests: a busy machine takes longer than a second for what a free one does at once.

import { configure } from "@testing-library/react";

configure({ asyncUtilTimeout: 10_000 });
