/// The splitting and merging of buckets in folding, as parts of its function.
extension PostgresRank {
    /// Variables of ``cutting``.
    var cuttingVariables: String {
        """
          -- Of the columns of the order: their names, which descend, and which have no value in a bucket's key.
          names text[] := ARRAY[\(columns.map { SQLName.literal("t." + SQLName.quoted($0.source)) }.joined(separator: ", "))];
          descends boolean[] := ARRAY[\(columns.map { "\($0.descends)" }.joined(separator: ", "))];
          nullable boolean[] := ARRAY[\(columns.map { "\($0.isNullable)" }.joined(separator: ", "))];
          nulls boolean[];
          same text;
          arms text[];
        """
    }

    /// Splits one bucket of level 1 with an exact count into several.
    var cutting: String {
        """
            nulls := ARRAY[\(columns.indices.map { "bucket.c\($0) IS NULL" }.joined(separator: ", "))];
            arms := '{}';
            -- The rows after the key, as ranges that the index has.
            FOR depth IN REVERSE \(columns.count)..1 LOOP
              same := '';
              FOR i IN 1..depth - 1 LOOP
                same := same || names[i] || CASE WHEN nulls[i] THEN ' IS NULL' ELSE ' = ($1).c' || i - 1 END || ' AND ';
              END LOOP;
              IF nulls[depth] AND NOT descends[depth] THEN
                arms := arms || (same || names[depth] || ' IS NOT NULL');
              ELSIF NOT nulls[depth] THEN
                arms := arms || (same || names[depth] || CASE WHEN descends[depth] THEN ' < ' ELSE ' > ' END || '($1).c' || depth - 1);
                IF descends[depth] AND nullable[depth] THEN
                  arms := arms || (same || names[depth] || ' IS NULL');
                END IF;
              END IF;
            END LOOP;
            IF bucket.head = 0 THEN
              arms := '{true}';
            END IF;
            SELECT string_agg(format('(SELECT %s AS arm, \(literal(values("t"))) FROM \(literal(table)) AS t WHERE \(literal(fits { "t." + SQLName.quoted($0.source) } ?? "true")) AND %s '
                'ORDER BY \(literal(rowOrder("t"))) LIMIT %s)', number, arm, bucket.count), ' UNION ALL ')
              INTO same FROM unnest(arms) WITH ORDINALITY AS s (arm, number);
            EXECUTE format('INSERT INTO \(literal(nodes)) (level, parent, head, \(keys), count) '
                'SELECT 1, ($1).parent, 1, \(keys), least(\(rows), ($1).count - place) FROM ('
                'SELECT s.*, row_number() OVER (ORDER BY arm, \(order())) AS place FROM (%s) AS s (arm, \(keys))) AS s '
                'WHERE place %% \(rows) = 0 AND place < ($1).count', same) USING bucket;
            UPDATE \(nodes) SET count = \(rows) WHERE id = bucket.id;
        """
    }

    /// Removes empty buckets, with the buckets in them. The first bucket in each bucket above stays.
    var removing: String {
        // The contents of empty buckets, and of those of some above that have an empty one; the first in each has number 1.
        func placed(_ above: String) -> String {
            "(SELECT id, parent, count, row_number() OVER (PARTITION BY parent ORDER BY head, \(order())) AS place "
                + "FROM \(nodes) WHERE parent = ANY (empty || "
                + "ARRAY(SELECT parent FROM \(nodes) WHERE parent = ANY (\(above)) AND count = 0))) AS s"
        }
        return """
              tops := ARRAY(SELECT id FROM \(nodes) WHERE parent IS NULL);
              empty := ARRAY(SELECT id FROM \(nodes) WHERE parent IS NULL AND count = 0 AND head = 1);
              empty := empty || ARRAY(SELECT id FROM \(placed("tops")) WHERE parent = ANY (empty) OR count = 0 AND place > 1);
              DELETE FROM \(buffer) WHERE parent = ANY (empty);
              empty := empty || ARRAY(SELECT id FROM \(placed("pushed")) WHERE parent = ANY (empty) OR count = 0 AND place > 1);
              DELETE FROM \(nodes) WHERE id = ANY (empty);
            """
    }

    /// Splits buckets of levels 2 and 3 that contain too many buckets.
    var splitting: String {
        """
          FOR depth IN 2..3 LOOP
            FOR bucket IN SELECT * FROM \(nodes) AS t WHERE id = ANY (CASE depth WHEN 2 THEN pushed ELSE tops END)
              AND (SELECT count(*) FROM \(nodes) AS s WHERE s.parent = t.id) > \(2 * fanOut)
            LOOP
              FOR part IN SELECT (place - 1) / \(fanOut) AS number, array_agg(id ORDER BY place) AS ids, sum(count) AS total
                FROM (SELECT id, count, row_number() OVER (ORDER BY head, \(order())) AS place
                  FROM \(nodes) WHERE parent = bucket.id) AS s GROUP BY 1 ORDER BY 1
              LOOP
                IF part.number = 0 THEN
                  UPDATE \(nodes) SET count = part.total WHERE id = bucket.id;
                ELSE
                  INSERT INTO \(nodes) (level, parent, head, \(keys), count)
                    SELECT depth, bucket.parent, 1, \(keys), part.total FROM \(nodes) WHERE id = part.ids[1] RETURNING id INTO made;
                  UPDATE \(nodes) SET parent = made WHERE id = ANY (part.ids);
                END IF;
              END LOOP;
            END LOOP;
          END LOOP;
        """
    }

    /// SQL within a format string literal.
    private func literal(_ sql: String) -> String {
        SQLName.literal(sql).dropFirst().dropLast().split(separator: "%", omittingEmptySubsequences: false)
            .joined(separator: "%%")
    }
}
