// A table of data, a page of it at a time.

import { type ReactNode, useId, useState } from "react";
import { Cell, isNumeric } from "./Cell";
import { each } from "./each";
import styles from "./Table.module.css";
import { type Check, type Drawn, isNumber, isString, listOf, maybe, shaped } from "./wire";

const PAGE = 5;
const isRow: Check<unknown[]> = (value): value is unknown[] => Array.isArray(value);

export const isDataTable = shaped({
  caption: isString,
  rows: listOf(isRow),
  page_size: maybe(isNumber),
  row_header_column_index: maybe(isNumber),
});
type Parts = {
  caption: string;
  rows: unknown[][];
  page_size: number | undefined;
  row_header_column_index: number | undefined;
};

export function DataTable({ block, parts }: Drawn<Parts>): ReactNode {
  const id = useId();
  const [wanted, setPage] = useState(0);
  const [head = [], ...rows] = parts.rows;
  const size = Math.max(1, parts.page_size ?? PAGE);
  const last = Math.max(0, Math.ceil(rows.length / size) - 1);
  const page = Math.min(wanted, last); // a redrawn table may be shorter
  const from = page * size;
  const shown = rows.slice(from, from + size);
  return (
    <div>
      <p className={styles.caption} id={id}>
        {parts.caption}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what may scroll must be reachable by keyboard */}
      <div className={styles.scroll} tabIndex={0}>
        <table className={styles.table} aria-labelledby={id}>
          <thead>
            <tr>
              {each(head, (cell, at) => (
                <th scope="col" className={isNumeric(shown[0]?.[at]) ? styles.right : ""}>
                  <Cell block={block} cell={cell} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody key={page}>
            {each(shown, (row) => (
              <tr>
                {each(row, (cell, column) => {
                  const Tag = column === parts.row_header_column_index ? "th" : "td";
                  return (
                    <Tag
                      className={isNumeric(cell) ? styles.right : ""}
                      {...(Tag === "th" ? { scope: "row" } : {})}
                    >
                      <Cell block={block} cell={cell} />
                    </Tag>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {last > 0 ? (
        <Pager
          page={page}
          last={last}
          go={setPage}
          words={`${from + 1}–${from + shown.length} of ${rows.length}`}
        />
      ) : null}
    </div>
  );
}

type PagerProps = { page: number; last: number; words: string; go(page: number): void };

function Pager({ page, last, words, go }: PagerProps): ReactNode {
  return (
    <div className={styles.pager}>
      <button type="button" className="button" disabled={page === 0} onClick={() => go(page - 1)}>
        Previous
      </button>
      <span role="status">{words}</span>
      <button
        type="button"
        className="button"
        disabled={page === last}
        onClick={() => go(page + 1)}
      >
        Next
      </button>
    </div>
  );
}
