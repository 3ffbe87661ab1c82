// A table whose first row names the columns.

import type { ReactNode } from "react";
import { Cell, isNumeric } from "./Cell";
import { each } from "./each";
import styles from "./Table.module.css";
import { type Check, type Drawn, isBool, isObj, isString, listOf, maybe, shaped } from "./wire";

const isRow: Check<unknown[]> = (value): value is unknown[] => Array.isArray(value);
const isColumn = shaped({ align: maybe(isString), is_wrapped: maybe(isBool) });
type Column = { align: string | undefined; is_wrapped: boolean | undefined };

export const isTable = shaped({
  rows: listOf(isRow),
  column_settings: maybe(listOf((value): value is unknown => isObj(value) || value === null)),
});

export function TableBlock({
  block,
  parts,
}: Drawn<{ rows: unknown[][]; column_settings: unknown[] | undefined }>): ReactNode {
  const [head = [], ...rows] = parts.rows;
  const columns = (parts.column_settings ?? []).map((one) => (isColumn(one) ? one : undefined));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what may scroll must be reachable by keyboard
    <div className={styles.scroll} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {each(head, (cell, at) => (
              <th scope="col" className={look(columns[at], cell)}>
                <Cell block={block} cell={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {each(rows, (row) => (
            <tr>
              {each(row, (cell, column) => (
                <td className={look(columns[column], cell)}>
                  <Cell block={block} cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function look(column: Column | undefined, cell: unknown): string {
  const align = column?.align ?? (isNumeric(cell) ? "right" : "left");
  const wrap = column?.is_wrapped ? styles.wrapped : "";
  return `${styles[align] ?? ""} ${wrap}`;
}
